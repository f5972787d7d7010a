import { expect, test } from '@jest/globals'
import { Lanes } from '../../../src/ws/connection/lanes.js'

test('lanes run concurrently, and an entry waits for and holds back all of them', async () => {
  const lanes = new Lanes()
  const log: string[] = []
  let release = (): void => undefined
  const gate = new Promise<void>((resolve) => (release = resolve))
  const task = (name: string, wait?: Promise<void>) => async (): Promise<void> => {
    await wait
    log.push(name)
  }
  lanes.run('battle', task('slow pick', gate))
  lanes.run('battle', task('next pick'))
  lanes.run('chat', task('line'))
  lanes.run('entry', task('leave'))
  lanes.run('chat', task('chat after'))
  lanes.run('battle', task('pick after'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(log).toEqual(['line'])
  release()
  await lanes.settled()
  expect(log.slice(0, 4)).toEqual(['line', 'slow pick', 'next pick', 'leave'])
  expect(log.slice(4).sort()).toEqual(['chat after', 'pick after'])
})

test('runs a task at once when it need not wait, even between slow tasks', async () => {
  const lanes = new Lanes()
  const log: string[] = []
  const now = (name: string) => (): undefined => void log.push(name)
  lanes.run('chat', now('first'))
  lanes.run('chat', now('second'))
  expect(log).toEqual(['first', 'second'])
  let release = (): void => undefined
  lanes.run('chat', () => new Promise((resolve) => (release = resolve)))
  lanes.run('chat', now('after the slow one'))
  lanes.run('battle', now('in another lane'))
  expect(log.slice(2)).toEqual(['in another lane'])
  release()
  await lanes.settled()
  expect(log.slice(3)).toEqual(['after the slow one'])
  lanes.run('entry', async () => void log.push('entry'))
  lanes.run('chat', now('after the entry'))
  expect(log).toHaveLength(4)
  await lanes.settled()
  lanes.run('chat', now('at once again'))
  expect(log.slice(4)).toEqual(['entry', 'after the entry', 'at once again'])
})

test('an exit waits for nothing but earlier exits, and later entries wait for it', async () => {
  const lanes = new Lanes()
  const log: string[] = []
  const opens = new Map<string, () => void>()
  const gated = (name: string) => async (): Promise<void> => {
    await new Promise<void>((resolve) => opens.set(name, resolve))
    log.push(name)
  }
  const task = (name: string) => async (): Promise<void> => void log.push(name)
  const turn = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve))
  lanes.run('entry', gated('slow join'))
  lanes.run('battle', task('pick'))
  lanes.run('exit', gated('exit'))
  lanes.run('exit', task('second exit'))
  lanes.run('entry', task('join elsewhere'))
  await turn()
  expect([...opens.keys()].sort()).toEqual(['exit', 'slow join'])
  opens.get('exit')?.()
  await turn()
  expect(log).toEqual(['exit', 'second exit'])
  opens.get('slow join')?.()
  await lanes.settled()
  expect(log).toEqual(['exit', 'second exit', 'slow join', 'pick', 'join elsewhere'])
})

test('an aside event waits for earlier entries only, and no entry waits for it', async () => {
  const lanes = new Lanes()
  const log: string[] = []
  let release = (): void => undefined
  const gate = new Promise<void>((resolve) => (release = resolve))
  const task = (name: string, wait?: Promise<void>) => async (): Promise<void> => {
    await wait
    log.push(name)
  }
  lanes.run('entry', task('sign in'))
  lanes.run('aside', task('slow save', gate))
  lanes.run('aside', task('wild card'))
  lanes.run('battle', task('pick'))
  lanes.run('entry', task('leave'))
  lanes.run('chat', task('chat after'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(log[0]).toBe('sign in')
  expect(log.slice(1).sort()).toEqual(['chat after', 'leave', 'pick', 'wild card'])
  release()
  await lanes.settled()
  expect(log.at(-1)).toBe('slow save')
})

test('an entry waits for deferred tasks, and later tasks of their lane wait for the entry', async () => {
  const lanes = new Lanes()
  const log: string[] = []
  const turn = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve))
  lanes.defer()
  lanes.defer()
  lanes.run('entry', async () => void log.push('leave'))
  lanes.run('chat', () => void log.push('chat after'))
  await turn()
  lanes.drop()
  await turn()
  expect(log).toEqual([])
  lanes.drop()
  await lanes.settled()
  expect(log).toEqual(['leave', 'chat after'])
})
