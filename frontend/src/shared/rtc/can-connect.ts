/**
 * True if this browser lets pages connect players. Some have no WebRTC; settings, extensions and policies disable it.
 */
export function canConnect(): boolean {
  try {
    new RTCPeerConnection().close()
    return true
  } catch {
    return false
  }
}
