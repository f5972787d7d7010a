import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync } from 'node:fs'
import { chmod, type FileHandle, mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MediaUse } from '@kla/proto/web'
import { type CachedMedia, openMediaNotes } from './notes.js'

/** Content on disk, and its source addresses. */
export interface MediaCache {
  find(address: string, use: MediaUse): Promise<CachedMedia | undefined>
  /** Undefined if evicted; an open file stays readable. */
  open(digest: string): Promise<FileHandle | undefined>
  findSource(sourceDigest: string, use: MediaUse): Promise<CachedMedia | undefined>
  keep(path: string, about: Omit<CachedMedia, 'digest' | 'size'>): Promise<CachedMedia>
  note(address: string, media: CachedMedia): Promise<void>
  /** Path on the same disk. */
  newPath(): string
  readonly bytes: number
  readonly notes: number
}

/** The cache shows which clips players have seen. */
async function makePrivate(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await chmod(directory, 0o700)
}

/** 2 GiB hold 10,000 clips, each with two notes. */
const NOTES_MAX = 20_000

/** Files by content, notes by address. Renames make files whole; evicts least recently used. */
export async function openMediaCache(
  directory: string,
  maxBytes: number,
  maxNotes: number = NOTES_MAX,
): Promise<MediaCache> {
  const folder = (name: string): string => join(directory, name)
  for (const name of ['content', 'addresses', 'work']) await makePrivate(folder(name))
  await removeAbandoned(folder('work'))
  const work = await mkdtemp(join(folder('work'), 'process-'))
  const contentPath = (digest: string): string => join(folder('content'), digest)
  const sourceKey = (sourceDigest: string, use: MediaUse): string => `${use} sha256:${sourceDigest}`
  const addressKey = (address: string, use: MediaUse): string => `${use} ${address}`
  const newPath = (): string => {
    // Something may clean /tmp while this process runs.
    for (const path of [work, folder('content'), folder('addresses')]) mkdirSync(path, { recursive: true, mode: 0o700 })
    return join(work, randomUUID())
  }

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
    find: (address, use) => notes.read(addressKey(address, use)),
    findSource: (sourceDigest, use) => notes.read(sourceKey(sourceDigest, use)),
    note: (address, media) => notes.write(addressKey(address, media.use), media, newPath()),
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
      await notes.write(sourceKey(media.sourceDigest, media.use), media, newPath())
      return media
    },
  }
}

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
    (await readdir(folder)).map(async (name) => ({ name, about: await stat(join(folder, name)) })),
  )
  return files
    .sort((one, other) => one.about.atimeMs - other.about.atimeMs)
    .map(({ name, about }) => [name, about.size])
}
