#!/bin/sh
# Converts office files by LibreOffice: sh convert.sh FORMAT FILE [FOLDER]
# FORMAT is pdf, xlsx, docx, pptx, csv, png, ...; FOLDER, by default `converted`, gets a file of the same name.
set -eu
if [ "$#" -lt 2 ]; then
  sed -n 2,3p "$0" >&2
  exit 2
fi
if ! command -v soffice >/dev/null; then
  echo "LibreOffice (soffice) is not installed here." >&2
  exit 127
fi
folder=${3:-converted}
mkdir -p "$folder"
stem=$(basename "$2")
result=$folder/${stem%.*}.${1%%:*}
# A private profile: the one below HOME may be missing or locked by another conversion.
soffice "-env:UserInstallation=file:///tmp/office-profile-$$" --headless --convert-to "$1" --outdir "$folder" "$2" >/tmp/convert.log 2>&1 || true
if [ ! -s "$result" ]; then
  cat /tmp/convert.log >&2
  exit 1
fi
echo "$result"
