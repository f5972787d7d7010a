import { expect, test } from '@jest/globals'
import { Admission } from '../../src/http/admission.js'

const full = { reason: 'UNAVAILABLE' }
const failed = () => Promise.reject(new Error('failed'))
const nothing = async (): Promise<void> => undefined

test('a body that has come makes room for another of its network, and keeps its place while it is worked on', async () => {
  const admission = new Admission({ places: 2, arrivingPerNetwork: 1 })
  let finish = (): void => undefined
  const first = admission.run('a', nothing, () => new Promise<void>((resolve) => (finish = resolve)))
  await expect(admission.run('a', nothing, nothing)).rejects.toMatchObject(full)
  await nothing()
  const second = admission.run('a', () => new Promise<void>(() => undefined), nothing)
  await expect(admission.run('b', nothing, nothing)).rejects.toMatchObject(full)
  finish()
  await first
  await admission.run('b', nothing, nothing)
  await expect(Promise.race([second, 'still arriving'])).resolves.toBe('still arriving')
})

test('a place is given back once, whatever fails', async () => {
  const admission = new Admission({ places: 2, arrivingPerNetwork: 1 })
  await expect(admission.run('a', failed, nothing)).rejects.toThrow('failed')
  await expect(admission.run('a', nothing, failed)).rejects.toThrow('failed')
  const forever = () => new Promise<void>(() => undefined)
  for (const address of ['a', 'b']) void admission.run(address, forever, nothing)
  await expect(admission.run('c', nothing, nothing)).rejects.toMatchObject(full)
})
