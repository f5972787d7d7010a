import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openMediaNotes, type CachedMedia } from './notes.js'

export interface MediaCache {
  /** What is kept of an address. */
  find(address: string): Promise<CachedMedia | undefined>
  /** Opens kept content; undefined if it had to make room. Once open it stays readable. */
  open(digest: string): Promise<FileHandle | undefined>
  /** What is kept that was made of the same bytes, whatever their address. */
  findSource(sourceDigest: string): Promise<CachedMedia | undefined>
  /** Keeps a finished file, which is moved. */
  keep(path: string, about: Omit<CachedMedia, 'digest' | 'size'>): Promise<CachedMedia>
  /** Notes that an address holds what is kept. */
  note(address: string, media: CachedMedia): Promise<void>
  /** A path for a file that is being made, on the same disk. */
  newPath(): string
  readonly bytes: number
  /** How many addresses and sources it knows. */
  readonly notes: number
}

/** Clips of 200 kB fill the usual 2 GiB with half as many; each has a note of its address and one of its source. */
const NOTES_MAX = 20_000

/**
 * Files by their content, and notes on which address held which. Everything appears by renaming, so what is there is
 * whole; what was longest unused goes first when the sum of all sizes passes `maxBytes`, or there are more notes than
 * `maxNotes`.
 */
export async function openMediaCache(
  directory: string,
  maxBytes: number,
  maxNotes: number = NOTES_MAX,
): Promise<MediaCache> {
  const folder = (name: string): string => join(directory, name)
  for (const name of ['content', 'addresses', 'work']) await mkdir(folder(name), { recursive: true })
  await removeAbandoned(folder('work'))
  const work = await mkdtemp(join(folder('work'), 'process-'))
  const contentPath = (digest: string): string => join(folder('content'), digest)
  // No address looks like this.
  const sourceKey = (sourceDigest: string): string => `sha256:${sourceDigest}`
  const newPath = (): string => join(work, randomUUID())

  // From the longest unused to the latest used.
  const sizes = new Map(await sizesByAge(folder('content')))
  let bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)

  const use = (digest: string, size: number): void => {
    bytes += size - (sizes.get(digest) ?? 0)
    sizes.delete(digest)
    sizes.set(digest, size)
  }
  const forget = (digest: string): void => {
    bytes -= sizes.get(digest) ?? 0
    sizes.delete(digest)
  }
  const makeRoom = async (): Promise<void> => {
    for (const digest of sizes.keys()) {
      if (bytes <= maxBytes || sizes.size === 1) return
      forget(digest)
      await rm(contentPath(digest), { force: true })
    }
  }

  const notes = await openMediaNotes({
    directory: folder('addresses'),
    max: maxNotes,
    isKept: (digest) => sizes.has(digest),
  })

  return {
    get bytes() {
      return bytes
    },
    get notes() {
      return notes.count
    },
    newPath,
    find: (address) => notes.read(address),
    findSource: (sourceDigest) => notes.read(sourceKey(sourceDigest)),
    note: (address, media) => notes.write(address, media, newPath()),
    async open(digest) {
      const size = sizes.get(digest)
      const file = size === undefined ? undefined : await open(contentPath(digest)).catch(() => undefined)
      if (file && size !== undefined) use(digest, size)
      else forget(digest)
      return file
    },
    async keep(path, about) {
      const { size } = await stat(path)
      const digest = await digestOf(path)
      await rename(path, contentPath(digest))
      use(digest, size)
      await makeRoom()
      const media: CachedMedia = { ...about, digest, size }
      await notes.write(sourceKey(about.sourceDigest), media, newPath())
      return media
    },
  }
}

// What a process that died has left; a living one creates files all the time.
const ABANDONED_AFTER_MS = 3_600_000

async function removeAbandoned(work: string): Promise<void> {
  for (const name of await readdir(work)) {
    const path = join(work, name)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true })
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex').slice(0, 40)
}

async function sizesByAge(folder: string): Promise<[digest: string, size: number][]> {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => ({ name, ...(await stat(join(folder, name))) })),
  )
  return files.sort((one, other) => one.atimeMs - other.atimeMs).map(({ name, size }) => [name, size])
}
