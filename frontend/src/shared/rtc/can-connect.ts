/** False where WebRTC is missing or disabled by settings, extensions or policies. */
export function canConnect(): boolean {
  try {
    new RTCPeerConnection().close()
    return true
  } catch {
    return false
  }
}
