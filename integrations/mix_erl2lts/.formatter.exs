[inputs: ["mix.exs", ".formatter.exs", "lib/**/*.ex"], line_length: 130]
