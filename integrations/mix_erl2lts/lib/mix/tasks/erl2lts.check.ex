defmodule Mix.Tasks.Erl2lts.Check do
  @shortdoc "Checks state machines in Erlang with erl2lts"

  @moduledoc """
  Checks the properties of each application, or its machines in Erlang where it has none.

      mix erl2lts.check
      mix erl2lts.check test/door.props src/heater.erl

  Input: files or folders as arguments, or those that the project has; `:erl2lts` in `mix.exs`, and what mix itself knows: include
  folders, macros, dependencies. Output: what the program says; the exit code of mix is the worst one of it (2 before 1 before 3).
  The program is the one that `ERL2LTS` in the environment names, or `erl2lts` on the path; nothing is fetched.

      def project do
        [
          app: :door,
          erl2lts: [
            props: ["test/*.props"],                          # relative to each application; this if not given
            formats: ["human", {"junit", "erl2lts-%s.xml"}],  # %s stands for the name of what is checked,
                                                              # in an umbrella with that of its application
            args: ["--timeout", "60"]
          ]
        ]
      end

  Modules in Elixir are not read.
  """

  use Mix.Task

  @impl Mix.Task
  def run(arguments) do
    program = program()
    results = Enum.map(calls(arguments), &call(program, &1))

    case Enum.max_by(results, &severity/1, fn -> 0 end) do
      0 -> :ok
      code -> exit({:shutdown, code})
    end
  end

  defp program do
    named = System.get_env("ERL2LTS") || "erl2lts"

    System.find_executable(named) ||
      Mix.raise("erl2lts is not found: put `#{named}` on the PATH, or name it by ERL2LTS")
  end

  # What is asked of the program: arguments of each call.
  defp calls(named) do
    case Mix.Project.apps_paths() do
      nil ->
        calls_of_project(named, File.cwd!(), nil)

      apps ->
        apps
        |> Enum.sort()
        |> Enum.flat_map(fn {app, path} ->
          root = File.cwd!()
          Mix.Project.in_project(app, path, fn _ -> calls_of_project(named, root, app) end)
        end)
        |> Enum.uniq()
    end
  end

  # The calls for the project that mix is in: one for each file of properties, or one for its sources.
  defp calls_of_project(named, root, umbrella) do
    config = Mix.Project.config()
    options = Keyword.get(config, :erl2lts, [])
    shared = headers(config, root) ++ macros(config) ++ Keyword.get(options, :args, [])

    for input <- inputs(named, config, options, root) do
      ["check", input] ++ formats(name(input, config[:app], umbrella), options) ++ shared
    end
  end

  defp inputs([], config, options, root) do
    patterns = Keyword.get(options, :props, ["test/*.props"])
    files = patterns |> Enum.flat_map(&Path.wildcard/1) |> Enum.uniq() |> Enum.sort()
    sources = Enum.filter(config[:erlc_paths], &File.dir?/1)
    Enum.map(if(files == [], do: sources, else: files), &here(&1, root))
  end

  defp inputs(named, _, _, _), do: named

  # What stands for %s: applications of an umbrella have files of the same name.
  defp name(input, app, umbrella) do
    case {Path.basename(input, ".props"), umbrella} do
      {"src", _} -> to_string(app)
      {name, nil} -> name
      {name, app} -> "#{app}-#{name}"
    end
  end

  defp formats(name, options) do
    formats = Keyword.get(options, :formats, ["human"])
    Enum.flat_map(formats, &["--format", format(&1, name)])
  end

  defp format({format, file}, name), do: "#{format}=#{String.replace(file, "%s", name)}"
  defp format(format, _), do: to_string(format)

  # Folders of headers, as mix compiles with them.
  defp headers(config, root) do
    given = for {:i, folder} <- config[:erlc_options], do: to_string(folder)
    own = [config[:erlc_include_path] | config[:erlc_paths]] ++ given

    (own ++ [Mix.Project.deps_path()])
    |> Enum.filter(&File.dir?/1)
    |> Enum.flat_map(&["-I", here(&1, root)])
  end

  defp macros(config) do
    Enum.flat_map(config[:erlc_options], fn
      {:d, name} -> ["-D", "#{name}"]
      {:d, name, value} -> ["-D", to_string(:io_lib.format("~s=~0p", [name, value]))]
      _ -> []
    end)
  end

  # A path as people read it: from the folder where mix was called.
  defp here(path, root), do: path |> Path.expand() |> Path.relative_to(root)

  # Calls the program and passes on what it prints, as it comes; its messages go to standard error by themselves.
  defp call(program, arguments) do
    port = Port.open({:spawn_executable, program}, [:binary, :exit_status, :use_stdio, :hide, args: arguments])

    passed(port)
  end

  defp passed(port) do
    receive do
      {^port, {:data, data}} ->
        IO.binwrite(data)
        passed(port)

      {^port, {:exit_status, code}} ->
        code
    end
  end

  # What is wrong for certain comes before what is only inconclusive, a bug before all.
  defp severity(0), do: 0
  defp severity(3), do: 1
  defp severity(1), do: 2
  defp severity(2), do: 3
  defp severity(_), do: 4
end
