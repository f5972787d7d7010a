import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaUse } from '@kla/proto/web'

/** Higher versions judge content again. 2: served file, looped; 3: every browser; 4: without metadata. */
const JUDGEMENT_VERSION = 4

/** Cached content and its source. */
export interface CachedMedia {
  readonly use: MediaUse
  readonly digest: string
  readonly sourceDigest: string
  readonly contentType: string
  readonly size: number
  readonly fetchedAtMs: number
  readonly flashes: boolean
}

/** Notes on cached content, by address. */
export interface MediaNotes {
  read(key: string): Promise<CachedMedia | undefined>
  write(key: string, media: CachedMedia, path: string): Promise<void>
  readonly count: number
}

export interface MediaNotesOptions {
  readonly directory: string
  readonly max: number
  readonly isKept: (digest: string) => boolean
}

export async function openMediaNotes({ directory, max, isKept }: MediaNotesOptions): Promise<MediaNotes> {
  const nameOf = (key: string): string => `${createHash('sha256').update(key).digest('hex')}.json`
  const remove = (name: string): Promise<void> => rm(join(directory, name), { force: true })

  const names = new Set<string>()
  const use = (name: string): void => {
    names.delete(name)
    names.add(name)
  }
  const makeRoom = async (): Promise<void> => {
    for (const name of names) {
      if (names.size <= max) return
      names.delete(name)
      await remove(name)
    }
  }

  for (const { name, media } of await notesByAge(directory)) {
    if (media && isKept(media.digest)) use(name)
    else await remove(name)
  }
  await makeRoom()

  return {
    get count() {
      return names.size
    },
    async read(key) {
      const name = nameOf(key)
      const media = await readNote(join(directory, name))
      if (!media || !isKept(media.digest)) return undefined
      use(name)
      return media
    },
    async write(key, media, path) {
      const name = nameOf(key)
      await writeFile(path, JSON.stringify({ ...media, meter: JUDGEMENT_VERSION }))
      await rename(path, join(directory, name))
      use(name)
      await makeRoom()
    },
  }
}

// A power loss may have left a bad file, or an older meter its judgement.
async function readNote(path: string): Promise<CachedMedia | undefined> {
  try {
    const { meter, ...media } = JSON.parse(await readFile(path, 'utf8')) as CachedMedia & { readonly meter?: number }
    return meter === JUDGEMENT_VERSION ? media : undefined
  } catch {
    return undefined
  }
}

const READ_AT_ONCE = 64

interface AgedNote {
  readonly name: string
  readonly media: CachedMedia | undefined
  readonly usedAtMs: number
}

async function notesByAge(directory: string): Promise<AgedNote[]> {
  const names = await readdir(directory)
  const notes: AgedNote[] = []
  while (names.length > 0) {
    const some = names.splice(-READ_AT_ONCE)
    notes.push(...(await Promise.all(some.map((name) => agedNote(directory, name)))))
  }
  return notes.sort((one, other) => one.usedAtMs - other.usedAtMs)
}

async function agedNote(directory: string, name: string): Promise<AgedNote> {
  const path = join(directory, name)
  // Reading changes it.
  const usedAtMs = await stat(path).then(
    ({ atimeMs }) => atimeMs,
    () => 0,
  )
  return { name, media: await readNote(path), usedAtMs }
}
