import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit'
import { createPorts } from '../../src/infrastructure/ports.js'
import { answersWith } from '../../src/infrastructure/stores.js'
import { createLauncher, type Launcher } from '../../src/processes/launcher.js'

let directory: string
let launcher: Launcher
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'kla-launcher-'))
  launcher = createLauncher(directory)
})
afterAll(async () => {
  await launcher.close()
  rmSync(directory, { recursive: true })
})

const node = (name: string, script: string) => ({ name, command: process.execPath, args: ['-e', script] })

describe('launcher', () => {
  test('reports the last output of a process that failed', async () => {
    await expect(launcher.run(node('fails', 'console.error("no such thing"); process.exit(3)'))).rejects.toThrow(
      /fails failed \(code 3\):\nno such thing/,
    )
  })

  test('kills a process that ignores the request to stop', async () => {
    const stubborn = launcher.launch(
      node('stubborn', 'process.on("SIGTERM", () => undefined); console.log("on"); setInterval(() => undefined, 1e6)'),
    )
    await eventually(() => stubborn.tail().includes('on'))
    await stubborn.stop(50)
    expect(await stubborn.exited).toBe('SIGKILL')
  })

  test('ends its processes even when the process that started them is killed', async () => {
    const port = await createPorts().take('orphan')
    const orphan = `require('node:net').createServer((socket) => socket.end('here')).listen(${port})`
    const script = `
    const { createLauncher } = await import(${JSON.stringify(new URL('../../dist/processes/launcher.js', import.meta.url).href)})
    createLauncher(${JSON.stringify(directory)}).launch({
      name: 'orphan', command: process.execPath, args: ['-e', ${JSON.stringify(orphan)}],
    })
    setInterval(() => undefined, 1e6)`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
    // Asked for, not bound: a port that is tried out is busy in that moment.
    const answers = () => answersWith(port, 'here').catch(() => false)
    await eventually(answers, 20_000)
    parent.kill('SIGKILL')
    await eventually(async () => !(await answers()), 20_000)
  }, 60_000)
})
