/** Resolves when the stream has shown its first frame. */
export function firstFrame(stream: MediaStream): Promise<void> {
  return new Promise((resolve) => {
    const video = document.createElement('video')
    video.muted = true
    video.playsInline = true
    video.onloadeddata = () => {
      video.onloadeddata = null
      video.srcObject = null
      resolve()
    }
    video.srcObject = stream
    void video.play().catch(() => undefined)
  })
}
