/** Chromium's arguments for a fake camera and microphone, granted without a prompt. */
export const CAMERA_ARGUMENTS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
  // Names ending in .local would need multicast.
  '--disable-features=WebRtcHideLocalIpsWithMdns',
]
