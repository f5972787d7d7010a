import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { describe, expect, test } from '@jest/globals'
import { hasEnded, storeImages } from '@kla/testkit'
import { chooseStores } from '../../src/infrastructure/containers.js'
import { ROOT } from '../../src/root.js'

describe('the images of the tests', () => {
  test('are those of the chart', () => {
    const stores = readFileSync(`${ROOT}helm/files/dev/stores.yaml`, 'utf8')
    const values = readFileSync(`${ROOT}helm/values.yaml`, 'utf8')
    const { coturn, ...others } = storeImages({})
    for (const image of Object.values(others)) expect(stores).toContain(`image: ${image}\n`)
    expect(values).toContain(`image: ${coturn}\n`)
  })

  test('can be named by settings', () => {
    expect(storeImages({ TEST_REDIS_IMAGE: 'mirror.example/redis:8' })).toMatchObject({
      redis: 'mirror.example/redis:8',
    })
  })
})

describe('a run', () => {
  test('has ended when its process on this machine is gone', () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    expect(hasEnded(`${hostname()}:${pid}`)).toBe(true)
    expect(hasEnded(`${hostname()}:${process.pid}`)).toBe(false)
    expect(hasEnded(`another-machine:${pid}`)).toBe(false)
  })
})

describe('the choice of stores', () => {
  test('rejects unknown settings', async () => {
    await expect(chooseStores('clay', () => undefined)).rejects.toThrow('use containers or binaries')
  })

  test('is binaries when these are asked for, whatever there is', async () => {
    expect(await chooseStores('binaries', () => undefined)).toBe('binaries')
  })
})
