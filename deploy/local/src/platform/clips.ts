import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clipManifest, renderClips, startClipHost } from '../clips/index.js'
import type { Say } from '../failure.js'
import type { Launcher } from '../processes/launcher.js'
import { entryOf } from './service-process.js'

const SAY_EVERY = 8

/** The demonstration clips, rendered once, and the host that serves them as a GIF provider would. */
export async function hostClips(options: {
  directory: string
  port: number
  ffmpeg: string
  say: Say
}): Promise<{ readonly url: string; close(): Promise<void> }> {
  await renderClips({
    directory: options.directory,
    ffmpegPath: options.ffmpeg,
    onProgress: (done, total) => {
      if (done % SAY_EVERY === 0 || done === total) options.say(`Rendering demonstration clips: ${done} of ${total}`)
    },
  })
  return startClipHost({ directory: options.directory, port: options.port })
}

/** Puts the clips into rotation, at the address where they are now. */
export async function seedClips(
  launcher: Launcher,
  options: { clipsUrl: string; directory: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  const manifest = join(options.directory, 'manifest.json')
  await writeFile(manifest, JSON.stringify(clipManifest(options.clipsUrl), null, 2))
  await launcher.run({
    name: 'library-seed',
    command: process.execPath,
    args: [entryOf('library', 'seed'), manifest],
    env: options.env,
    ours: true,
  })
}
