# Evaluates the flake with as much of nixpkgs as it uses: names and values, without a build.
let
  systems = f: names: builtins.listToAttrs (map (name: { inherit name; value = f name; }) names);
  pkgs = {
    rustPlatform.buildRustPackage = package:
      assert package.version == (builtins.fromTOML (builtins.readFile ../Cargo.toml)).package.version;
      assert builtins.pathExists package.cargoLock.lockFile;
      { inherit (package) pname version meta postInstall; };
    installShellFiles = "installShellFiles";
    stdenv = { buildPlatform.canExecute = _: true; hostPlatform = { }; };
    mkShell = shell: { inherit (shell) packages; };
    clippy = "clippy";
    rustfmt = "rustfmt";
    nodejs = "nodejs";
    poppler-utils = "poppler-utils";
    qpdf = "qpdf";
  };
  nixpkgs = {
    lib = {
      genAttrs = names: f: systems f names;
      optionalString = condition: text: if condition then text else "";
      licenses = { mit = "mit"; asl20 = "asl20"; ofl = "ofl"; bitstreamCharter = "bitstreamCharter"; };
    };
    legacyPackages = systems (_: pkgs) [ "aarch64-darwin" "aarch64-linux" "x86_64-darwin" "x86_64-linux" ];
  };
  self = { outPath = ../.; } // outputs;
  outputs = (import ../flake.nix).outputs { inherit self nixpkgs; };
in
assert builtins.attrNames outputs.packages == [ "aarch64-darwin" "aarch64-linux" "x86_64-darwin" "x86_64-linux" ];
{ inherit (outputs) packages devShells; }
