/** Gives Chromium a fake camera and a microphone, which pages get without a prompt. */
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
  // Candidates as addresses: names ending in .local would need multicast, which a test machine may not have.
  '--disable-features=WebRtcHideLocalIpsWithMdns',
]
