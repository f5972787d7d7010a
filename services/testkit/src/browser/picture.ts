import type { Locator } from 'playwright-core'

/** What a video element shows at a moment. */
export interface Picture {
  /** Frames presented since the stream began. */
  readonly frames: number
  readonly width: number
  /** Mean of all pixels, 0 to 255. */
  readonly red: number
  readonly green: number
  readonly blue: number
}

/** Reads the picture of a video element off the screen. */
export const readPicture = (video: Locator): Promise<Picture> =>
  video.evaluate((element) => {
    const source = element as HTMLVideoElement
    const canvas = document.createElement('canvas')
    canvas.width = 64
    canvas.height = 36
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.drawImage(source, 0, 0, canvas.width, canvas.height)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    const sums = [0, 0, 0]
    for (let at = 0; at < data.length; at += 4) {
      for (let channel = 0; channel < 3; channel++) sums[channel]! += data[at + channel]!
    }
    const pixels = data.length / 4
    const [red, green, blue] = sums.map((sum) => Math.round(sum / pixels))
    return {
      frames: source.getVideoPlaybackQuality().totalVideoFrames,
      width: source.videoWidth,
      red: red!,
      green: green!,
      blue: blue!,
    }
  })
