import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { createPorts, isFree } from '../../src/infrastructure/ports.js'

describe('createPorts', () => {
  test('takes free ports below the ephemeral range, each once', async () => {
    const ports = createPorts()
    const taken = await Promise.all(Array.from({ length: 20 }, (_, index) => ports.take(`p${index}`)))
    expect(new Set(taken).size).toBe(20)
    expect(Math.max(...taken)).toBeLessThan(32_768)
  })

  test('takes none that another run has taken and does not use yet', async () => {
    const runs = Array.from({ length: 30 }, () => createPorts())
    const taken = await Promise.all(
      runs.flatMap((ports) => Array.from({ length: 70 }, (_, index) => ports.take(`p${index}`))),
    )
    expect(new Set(taken).size).toBe(taken.length)
    for (const ports of runs) ports.close()
  })

  test('reuses the previous port unless another process has taken it', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'kla-ports-'))
    const file = join(directory, 'ports.json')
    const port = await createPorts(file).take('clips')
    expect(await createPorts(file).take('clips')).toBe(port)

    const server = createServer().listen(port)
    await once(server, 'listening')
    expect(await isFree(port)).toBe(false)
    expect(await createPorts(file).take('clips')).not.toBe(port)
    server.close()
    rmSync(directory, { recursive: true })
  })
})
