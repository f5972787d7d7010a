import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clipManifest, missingClips } from '../clips/index.js'
import type { Launcher } from '../processes/launcher.js'
import { CLIP_DIRECTORY, ROOT, type Say } from '../root.js'
import type { RenderProgress } from './render-clips-main.js'

const SAY_EVERY = 8

/** Renders missing clips in a separate process, which ends with the launcher. */
export async function prepareClips(launcher: Launcher, options: { ffmpeg: string; say: Say }): Promise<void> {
  if ((await missingClips(CLIP_DIRECTORY)).length === 0) return
  await launcher.run({
    name: 'render-clips',
    command: process.execPath,
    args: [`${ROOT}deploy/local/dist/platform/render-clips-main.js`, CLIP_DIRECTORY, options.ffmpeg],
    ours: true,
    onMessage: (message) => {
      const { done, total } = message as RenderProgress
      if (done % SAY_EVERY === 0 || done === total) options.say(`Rendering demonstration clips: ${done} of ${total}`)
    },
  })
}

/** Resolves to the file's path. */
export async function writeManifest(directory: string, clipsUrl: string): Promise<string> {
  const file = join(directory, 'manifest.json')
  await writeFile(file, JSON.stringify(clipManifest(clipsUrl), null, 2))
  return file
}
