import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Editors write a file in several steps. */
const SETTLES_MS = 200
const IGNORED = new Set(['dist', 'node_modules', 'test'])
const SOURCE = /\.(ts|json|sql)$/

/**
 * Calls `onChange` with changed sources, relative to `root`, after 200 ms of quiet; returns its end. Node 20's
 * recursive watcher loses files that editors replace.
 */
export function watchSources(
  root: string,
  folders: readonly string[],
  onChange: (paths: readonly string[]) => void,
): () => void {
  const watchers = new Map<string, FSWatcher>()
  const changed = new Set<string>()
  let settling: NodeJS.Timeout | undefined

  const settle = (): void => {
    const paths = [...changed]
    changed.clear()
    onChange(paths)
  }
  const note = (path: string): void => {
    changed.add(relative(root, path))
    clearTimeout(settling)
    settling = setTimeout(settle, SETTLES_MS)
  }
  const unwatch = (folder: string): void => {
    for (const [path, watcher] of watchers) {
      if (path !== folder && !path.startsWith(folder + sep)) continue
      watcher.close()
      watchers.delete(path)
    }
  }
  const follow = (folder: string, found?: (path: string) => void): void => {
    if (watchers.has(folder)) return
    try {
      const watcher = watch(folder, (event, name) => {
        if (name === null || IGNORED.has(name)) return
        const path = join(folder, name)
        if (SOURCE.test(name)) return note(path)
        // A recreated folder needs a new watcher.
        if (event === 'rename') unwatch(path)
        follow(path, note)
      })
      watcher.on('error', () => unwatch(folder))
      watchers.set(folder, watcher)
      // Reading after watching misses nothing.
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (IGNORED.has(entry.name)) continue
        if (entry.isDirectory()) follow(join(folder, entry.name), found)
        else if (SOURCE.test(entry.name)) found?.(join(folder, entry.name))
      }
    } catch {
      unwatch(folder)
    }
  }

  for (const folder of folders) follow(join(root, folder))
  return () => {
    clearTimeout(settling)
    for (const watcher of watchers.values()) watcher.close()
  }
}
