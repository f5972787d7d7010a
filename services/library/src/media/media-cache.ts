import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

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
}

/**
 * Files by their content, and notes on which address held which. Everything appears by renaming, so what is there is
 * whole; what was longest unused goes first when the sum of all sizes passes `maxBytes`.
 */
export async function openMediaCache(directory: string, maxBytes: number): Promise<MediaCache> {
  const folder = (name: string): string => join(directory, name)
  for (const name of ['content', 'addresses', 'work']) await mkdir(folder(name), { recursive: true })
  await removeAbandoned(folder('work'))
  const work = await mkdtemp(join(folder('work'), 'process-'))
  const contentPath = (digest: string): string => join(folder('content'), digest)
  const notePath = (key: string): string => join(folder('addresses'), `${sha256(key)}.json`)
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

  const read = async (key: string): Promise<CachedMedia | undefined> => {
    const note = await readFile(notePath(key), 'utf8').catch(() => undefined)
    const media = note === undefined ? undefined : readNote(note)
    return media && sizes.has(media.digest) ? media : undefined
  }
  const write = async (key: string, media: CachedMedia): Promise<void> => {
    const note = newPath()
    await writeFile(note, JSON.stringify(media))
    await rename(note, notePath(key))
  }

  return {
    get bytes() {
      return bytes
    },
    newPath,
    find: read,
    findSource: (sourceDigest) => read(sourceKey(sourceDigest)),
    note: write,
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
      await write(sourceKey(about.sourceDigest), media)
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

// A machine that lost power may keep the name of a note without its content, and an older release noted less.
function readNote(text: string): CachedMedia | undefined {
  try {
    const media = JSON.parse(text) as Partial<CachedMedia>
    return media.sourceDigest === undefined ? undefined : (media as CachedMedia)
  } catch {
    return undefined
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

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
