import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'

const { changedFiles } = (await import(fileURLToPath(new URL('../changed-files.mjs', import.meta.url)))) as {
  changedFiles: (root: string, since?: string) => string[]
}

let root: string
const AUTHOR = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false']
const git = (...args: string[]) => execFileSync('git', [...AUTHOR, ...args], { cwd: root })
const write = (name: string) => writeFileSync(join(root, name), `${name} ${Math.random()}`)
const commit = (...names: string[]) => {
  names.forEach(write)
  git('add', '-A')
  git('commit', '-qm', names.join(' '))
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'kla-changed-'))
  git('init', '-q', '-b', 'main')
  commit('old', 'gone')
  git('checkout', '-qb', 'branch')
  commit('committed')
  git('checkout', '-q', 'main')
  commit('of-main')
  git('checkout', '-q', 'branch')
  write('old')
  write('new')
  rmSync(join(root, 'gone'))
})
afterAll(() => rmSync(root, { recursive: true }))

describe('changedFiles', () => {
  test('lists what differs from the last commit, without deleted files', () => {
    expect(changedFiles(root).sort()).toEqual(['new', 'old'])
  })

  test('lists what differs from where the branch left another, without later commits there', () => {
    expect(changedFiles(root, 'main').sort()).toEqual(['committed', 'new', 'old'])
  })

  test('throws for a commit that git does not know', () => {
    expect(() => changedFiles(root, 'nowhere')).toThrow()
  })
})
