# Formula of the tap cvpress/homebrew-tap; `packaging/fill` writes version and digests.
class Cvpress < Formula
  desc "Turns TOML profiles into print-ready CVs"
  homepage "https://github.com/cvpress/cvpress"
  version "@version@"
  license all_of: [{ any_of: ["MIT", "Apache-2.0"] }, "OFL-1.1", "Bitstream-Charter"]

  on_macos do
    on_arm do
      url "https://github.com/cvpress/cvpress/releases/download/v@version@/cvpress-@version@-aarch64-apple-darwin.tar.gz"
      sha256 "@sha256 aarch64-apple-darwin@"
    end
    on_intel do
      url "https://github.com/cvpress/cvpress/releases/download/v@version@/cvpress-@version@-x86_64-apple-darwin.tar.gz"
      sha256 "@sha256 x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "https://github.com/cvpress/cvpress/releases/download/v@version@/cvpress-@version@-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@sha256 aarch64-unknown-linux-musl@"
    end
    on_intel do
      url "https://github.com/cvpress/cvpress/releases/download/v@version@/cvpress-@version@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@sha256 x86_64-unknown-linux-musl@"
    end
  end

  def install
    bin.install "cvpress"
    man1.install "man/cvpress.1"
    bash_completion.install "completions/cvpress.bash" => "cvpress"
    zsh_completion.install "completions/_cvpress"
    fish_completion.install "completions/cvpress.fish"
    doc.install "README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "licenses"
  end

  test do
    system bin/"cvpress", "new", "ada"
    system bin/"cvpress", "render", "ada.toml", "--output", "ada.pdf"
    assert_match(/\A%PDF/n, (testpath/"ada.pdf").binread(8))
  end
end
