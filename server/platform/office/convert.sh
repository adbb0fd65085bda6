# Inside a room: a document (read) as PDF (written). The folder of settings comes as a tar. LibreOffice ends well also where
# it has made nothing.
set -eu
cd /work
tar -xf - <&3
exec 3<&-
mkdir in out
# Without /proc a program cannot tell where its libraries are.
export LD_LIBRARY_PATH="${1%/*}"
cat >"in/document.$2"
"$1" -env:UserInstallation=file:///work/profile --headless --norestore --nologo --nolockcheck \
  --convert-to pdf --outdir out "in/document.$2" </dev/null >/dev/null 2>&1
cat out/document.pdf
