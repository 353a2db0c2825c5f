#!/bin/sh
# Installs Debian's linux-source-6.1 and unpacks the parts the model reads, outside of the checkout.
# The tests that read a real kernel look for it there; GIVEBACK_LINUX_SOURCE names another place.
set -eu
release=linux-source-6.1
cache=${XDG_CACHE_HOME:-$HOME/.cache}/giveback
[ -d "$cache/$release/sound/usb" ] && exit 0
[ -f "/usr/src/$release.tar.xz" ] || { apt-get update -qq && apt-get install -y -qq "$release"; }
mkdir -p "$cache"
tar -C "$cache" -xJf "/usr/src/$release.tar.xz" \
  "$release/drivers/usb" "$release/drivers/media/usb/pwc" "$release/drivers/media/usb/uvc" "$release/drivers/net/usb" \
  "$release/drivers/hid/usbhid" "$release/sound/usb" "$release/include/linux/usb"
