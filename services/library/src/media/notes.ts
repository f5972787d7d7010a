import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What an address held when it was fetched. */
export interface CachedMedia {
  /** Names the content as it is served: a hash of it. */
  readonly digest: string
  /** SHA-256 of the bytes as they were fetched. */
  readonly sourceDigest: string
  readonly contentType: string
  readonly size: number
  readonly fetchedAtMs: number
}

/** Which key, an address or another name, stands for which kept content. */
export interface MediaNotes {
  read(key: string): Promise<CachedMedia | undefined>
  /** Appears by renaming `path`, a place for the note on the same disk. */
  write(key: string, media: CachedMedia, path: string): Promise<void>
  readonly count: number
}

export interface MediaNotesOptions {
  readonly directory: string
  /** Beyond so many the longest unused is deleted. */
  readonly max: number
  readonly isKept: (digest: string) => boolean
}

/** Notes as files. Those of content that is gone are cleared away here, those of content that goes later by their age. */
export async function openMediaNotes({ directory, max, isKept }: MediaNotesOptions): Promise<MediaNotes> {
  const nameOf = (key: string): string => `${createHash('sha256').update(key).digest('hex')}.json`
  const remove = (name: string): Promise<void> => rm(join(directory, name), { force: true })

  // From the longest unused to the latest used.
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
      // Another process may have written it.
      use(name)
      return media
    },
    async write(key, media, path) {
      const name = nameOf(key)
      await writeFile(path, JSON.stringify(media))
      await rename(path, join(directory, name))
      use(name)
      await makeRoom()
    },
  }
}

// A machine that lost power may keep the name of a note without its content, and an older release noted less.
async function readNote(path: string): Promise<CachedMedia | undefined> {
  try {
    const media = JSON.parse(await readFile(path, 'utf8')) as Partial<CachedMedia>
    return media.sourceDigest === undefined ? undefined : (media as CachedMedia)
  } catch {
    return undefined
  }
}

/** Open files at once; an older release kept every note it ever made. */
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
  // Another process may clear it away meanwhile. Reading changes when it was last used.
  const usedAtMs = await stat(path).then(({ atimeMs }) => atimeMs, () => 0)
  return { name, media: await readNote(path), usedAtMs }
}
