defmodule Erl2lts.MixProject do
  use Mix.Project

  def project do
    [app: :mix_erl2lts, version: "0.1.0", elixir: "~> 1.11", deps: []]
  end

  def application, do: [extra_applications: []]
end
