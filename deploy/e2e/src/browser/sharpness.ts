import type { Locator, Page } from 'playwright-core'

/** Part of a picture, as fractions of its size. */
export interface Part {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Middle of a pane, without caption and corners. */
export const middleOf = async (page: Page, pane: Locator): Promise<Part> => {
  const box = await pane.boundingBox()
  const { width, height } = page.viewportSize() ?? { width: 1, height: 1 }
  if (!box) throw new Error('the pane is not on the page')
  return {
    x: (box.x + box.width * 0.15) / width,
    y: (box.y + box.height * 0.15) / height,
    width: (box.width * 0.7) / width,
    height: (box.height * 0.5) / height,
  }
}

/** Variance of pictures' Laplacian, higher with finer details. Computed in a separate page. */
export const sharpnessOf = (lens: Page, pictures: readonly string[], part: Part): Promise<number[]> =>
  lens.evaluate(
    async ([sources, { x, y, width, height }]) => {
      const found: number[] = []
      for (const source of sources) {
        const image = new Image()
        image.src = source
        await image.decode()
        const canvas = document.createElement('canvas')
        const [w, h] = [Math.floor(image.width * width), Math.floor(image.height * height)]
        Object.assign(canvas, { width: w, height: h })
        const context = canvas.getContext('2d')!
        context.drawImage(image, Math.floor(image.width * x), Math.floor(image.height * y), w, h, 0, 0, w, h)
        const { data } = context.getImageData(0, 0, w, h)
        const grey = (at: number): number => (data[at * 4]! + data[at * 4 + 1]! + data[at * 4 + 2]!) / 3
        let [sum, squares, count] = [0, 0, 0]
        for (let row = 1; row < h - 1; row += 1) {
          for (let column = 1; column < w - 1; column += 1) {
            const at = row * w + column
            const value = grey(at - 1) + grey(at + 1) + grey(at - w) + grey(at + w) - 4 * grey(at)
            sum += value
            squares += value * value
            count += 1
          }
        }
        found.push(Math.round(squares / count - (sum / count) ** 2))
      }
      return found
    },
    [pictures, part] as const,
  )

/** Measures a pane as the page renders it. */
export async function renderedSharpness(lens: Page, page: Page, pane: Locator): Promise<number> {
  const part = await middleOf(page, pane)
  const picture = `data:image/png;base64,${(await page.screenshot()).toString('base64')}`
  return (await sharpnessOf(lens, [picture], part))[0]!
}

/** Measures what a video element receives, whatever covers it. */
export async function receivedSharpness(lens: Page, video: Locator): Promise<number> {
  const picture = await video.evaluate((element) => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 640, height: 360 })
    canvas.getContext('2d')!.drawImage(element as HTMLVideoElement, 0, 0, 640, 360)
    return canvas.toDataURL('image/png')
  })
  return (await sharpnessOf(lens, [picture], { x: 0.05, y: 0.05, width: 0.9, height: 0.9 }))[0]!
}

export interface FilmedFrame {
  readonly at: number
  readonly picture: string
}

/** Films a rendered page until `stop`. */
export async function film(page: Page): Promise<{ frames: FilmedFrame[]; stop(): Promise<void> }> {
  const session = await page.context().newCDPSession(page)
  const frames: FilmedFrame[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? 0) * 1000, picture: `data:image/jpeg;base64,${data}` })
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 80, maxWidth: 1000, everyNthFrame: 1 })
  return {
    frames,
    async stop() {
      await session.send('Page.stopScreencast')
      await session.detach()
    },
  }
}
