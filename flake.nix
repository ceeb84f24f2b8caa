# `nix run github:cvpress/cvpress -- new ada`, or `nix profile install github:cvpress/cvpress`
{
  description = "Turns TOML profiles into print-ready CVs";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "aarch64-darwin" "aarch64-linux" "x86_64-darwin" "x86_64-linux" ];
      forEach = nixpkgs.lib.genAttrs systems;
      manifest = builtins.fromTOML (builtins.readFile ./Cargo.toml);
    in
    {
      packages = forEach (system:
        let pkgs = nixpkgs.legacyPackages.${system}; in {
          default = pkgs.rustPlatform.buildRustPackage {
            pname = "cvpress";
            version = manifest.package.version;
            src = self;
            cargoLock.lockFile = ./Cargo.lock;
            # The tests compile the program once more, and start browsers and servers.
            doCheck = false;
            nativeBuildInputs = [ pkgs.installShellFiles ];
            postInstall = nixpkgs.lib.optionalString
              (pkgs.stdenv.buildPlatform.canExecute pkgs.stdenv.hostPlatform) ''
              $out/bin/cvpress man > cvpress.1
              installManPage cvpress.1
              installShellCompletion --cmd cvpress \
                --bash <($out/bin/cvpress completions bash) \
                --fish <($out/bin/cvpress completions fish) \
                --zsh <($out/bin/cvpress completions zsh)
            '';
            meta = {
              description = "Turns TOML profiles into print-ready CVs";
              homepage = "https://github.com/cvpress/cvpress";
              license = with nixpkgs.lib.licenses; [ mit asl20 ofl bitstreamCharter ];
              mainProgram = "cvpress";
            };
          };
        });

      devShells = forEach (system:
        let pkgs = nixpkgs.legacyPackages.${system}; in {
          default = pkgs.mkShell {
            inputsFrom = [ self.packages.${system}.default ];
            packages = [ pkgs.clippy pkgs.rustfmt pkgs.nodejs pkgs.poppler-utils pkgs.qpdf ];
          };
        });
    };
}
