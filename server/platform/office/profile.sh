# Inside a room: makes the folder that LibreOffice keeps its settings in, of our settings (read) and of what it adds when it
# is started, and writes it as a tar. A first start may want another one: it ends with 81.
set -eu
cd /work
mkdir -p profile/user
# Without /proc a program cannot tell where its libraries are.
export LD_LIBRARY_PATH="${1%/*}"
cat >profile/user/registrymodifications.xcu
for _ in 1 2 3; do
  ended=0
  "$1" -env:UserInstallation=file:///work/profile --headless --norestore --nologo --terminate_after_init \
    </dev/null >/dev/null 2>&1 || ended=$?
  [ "$ended" = 81 ] || break
done
[ "$ended" = 0 ]
tar -cf - profile
