# Installs a formula of Homebrew with as much of Homebrew as it uses, into a folder:
#
#     ruby formula.rb FORMULA ARCHIVES PREFIX
require "digest"
require "fileutils"
require "pathname"

# A folder that a formula installs files into, under new names where it gives some.
class Pathname
  def install(*files)
    mkpath
    files.flat_map { |file| file.is_a?(Hash) ? file.to_a : [[file, File.basename(file)]] }.each do |from, to|
      FileUtils.cp_r(from, join(to))
    end
  end
end

# What a formula is written in, for Linux on x86-64.
class Formula
  FOLDERS = {
    bin: "bin", man1: "share/man/man1", bash_completion: "etc/bash_completion.d",
    zsh_completion: "share/zsh/site-functions", fish_completion: "share/fish/vendor_completions.d",
    doc: "share/doc/cvpress"
  }.freeze

  class << self
    attr_reader :values, :tests

    %i[desc homepage version license].each do |name|
      define_method(name) { |value| (@values ||= {})[name] = value }
    end

    # Each platform has an archive, and its digest must be that of the file.
    def url(value) = (@url = value)

    def sha256(value)
      archive = File.join(ARGV[1], File.basename(@url))
      abort "#{archive} has another digest" if Digest::SHA256.file(archive).hexdigest != value
      (@archives ||= []) << archive
    end

    attr_reader :archives

    %i[on_macos on_linux on_arm on_intel].each { |name| define_method(name) { |&block| block.call } }

    def test(&block) = (@tests = block)
  end

  def initialize(prefix) = (@prefix = Pathname(prefix))

  FOLDERS.each { |name, folder| define_method(name) { @prefix.join(folder) } }
end

load ARGV[0]
formula = Cvpress
abort "the formula has #{formula.archives.size} archives" if formula.archives.uniq.size != 4
abort "its description is too long, or a sentence" if formula.values[:desc].match?(/\A(A|An|The) |\.\z|.{81}/)
abort "it has no test" unless formula.tests
archive = formula.archives.find { |path| path.include?("x86_64-unknown-linux") }
source = Pathname(ARGV[2]).join("source").tap(&:mkpath)
system("tar", "-xzf", archive, "--strip-components", "1", "-C", source.to_s, exception: true)
prefix = Pathname(ARGV[2]).expand_path
Dir.chdir(source) { formula.new(prefix).install }
