import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface CountedFfmpeg {
  readonly path: string
  /** How often it was run. */
  runs(): number
  remove(): Promise<void>
}

/** The real ffmpeg, behind a script that notes each run. `before` is shell that comes first. */
export async function countedFfmpeg(before = ''): Promise<CountedFfmpeg> {
  const directory = await mkdtemp(join(tmpdir(), 'kla-ffmpeg-test-'))
  const path = join(directory, 'ffmpeg')
  const notes = join(directory, 'runs')
  await writeFile(path, `#!/bin/sh\necho run >> ${notes}\n${before}\nexec ffmpeg "$@"\n`)
  await chmod(path, 0o755)
  return {
    path,
    runs: () => (existsSync(notes) ? readFileSync(notes, 'utf8').split('\n').length - 1 : 0),
    remove: () => rm(directory, { recursive: true }),
  }
}
