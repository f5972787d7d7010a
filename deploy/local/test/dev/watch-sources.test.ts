import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit/eventually'
import { watchSources } from '../../src/dev/watch-sources.js'

let root: string
let seen: Set<string>
let unwatch: () => void

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kla-watch-'))
  mkdirSync(join(root, 'services/rooms/src/seats'), { recursive: true })
  mkdirSync(join(root, 'services/rooms/dist'), { recursive: true })
  writeFileSync(join(root, 'services/rooms/src/seats/rpc.ts'), '')
  seen = new Set()
  unwatch = watchSources(root, ['services'], (paths) => paths.forEach((path) => seen.add(path)))
})

afterEach(() => {
  unwatch()
  rmSync(root, { recursive: true })
})

const write = (path: string) => writeFileSync(join(root, path), 'changed')

describe('watchSources', () => {
  test('reports a changed source', async () => {
    write('services/rooms/src/seats/rpc.ts')
    await eventually(() => seen.has('services/rooms/src/seats/rpc.ts'))
  })

  test('keeps reporting a file that an editor replaces', async () => {
    for (let time = 0; time < 2; time++) {
      write('services/rooms/src/seats/rpc.ts.swp')
      renameSync(join(root, 'services/rooms/src/seats/rpc.ts.swp'), join(root, 'services/rooms/src/seats/rpc.ts'))
      await eventually(() => seen.delete('services/rooms/src/seats/rpc.ts'))
    }
  })

  test('reports sources in a new folder', async () => {
    mkdirSync(join(root, 'services/rooms/src/cups/rules'), { recursive: true })
    write('services/rooms/src/cups/rules/draw.ts')
    await eventually(() => seen.has('services/rooms/src/cups/rules/draw.ts'))
  })

  test('reports sources in a folder that was removed and made again', async () => {
    const folder = join(root, 'services/rooms/src/seats')
    rmSync(folder, { recursive: true })
    await eventually(() => seen.delete('services/rooms/src/seats/rpc.ts'))
    mkdirSync(folder)
    write('services/rooms/src/seats/rpc.ts')
    await eventually(() => seen.delete('services/rooms/src/seats/rpc.ts'))
    write('services/rooms/src/seats/rpc.ts')
    await eventually(() => seen.has('services/rooms/src/seats/rpc.ts'))
  })

  test('reports neither builds nor files that are not sources', async () => {
    write('services/rooms/dist/main.ts')
    write('services/rooms/src/notes.md')
    write('services/rooms/src/main.ts')
    await eventually(() => seen.size > 0)
    expect([...seen]).toEqual(['services/rooms/src/main.ts'])
  })
})
