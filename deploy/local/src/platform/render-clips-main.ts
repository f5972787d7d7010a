import { renderClips } from '../clips/index.js'

/** Progress message of the rendering process. */
export interface RenderProgress {
  readonly done: number
  readonly total: number
}

const [directory = '', ffmpegPath = ''] = process.argv.slice(2)
process.on('disconnect', () => process.exit(1))
await renderClips({
  directory,
  ffmpegPath,
  onProgress: (done, total) => process.send?.({ done, total } satisfies RenderProgress),
})
process.exit(0)
