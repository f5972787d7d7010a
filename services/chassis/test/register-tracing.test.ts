import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { eventually, type SpanCollector, startSpanCollector } from '@kla/testkit'

const SCRIPT = fileURLToPath(new URL('support/traced.mjs', import.meta.url))
const REGISTER = fileURLToPath(new URL('../dist/register-tracing.js', import.meta.url))

let collector: SpanCollector
let child: ChildProcess | undefined
beforeEach(async () => {
  collector = await startSpanCollector()
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await collector.close()
})

type Line = { readonly msg: string; readonly loaded?: number; readonly trace_id?: string; readonly span_id?: string }

/** Runs the script until it has said all; answers its lines by what they say, and how to stop it. */
async function running(environment: NodeJS.ProcessEnv) {
  const spawned = spawn(process.execPath, ['--import', REGISTER, SCRIPT], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child = spawned
  let said = ''
  spawned.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  const exited = once(spawned, 'exit')
  await eventually(() => expect(said).toContain('outside'), 20_000)
  const lines = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
  const line = (msg: string): Line | undefined => lines.find((one) => one.msg === msg)
  const stop = async (): Promise<number | null> => {
    spawned.kill('SIGTERM')
    return (await exited)[0] as number | null
  }
  return { line, stop }
}

describe('register-tracing', () => {
  test.each([
    ['without an endpoint', {}],
    ['where it is switched off', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' }],
  ])('loads no OpenTelemetry and writes no ids into lines %s', async (_, environment) => {
    const { line, stop } = await running(environment)
    expect(line('loaded')).toHaveProperty('loaded', 0)
    expect(line('within')).not.toHaveProperty('trace_id')
    expect(await stop()).toBe(0)
  })

  test('ties log lines to their span and sends the remaining spans on stop', async () => {
    const { line, stop } = await running({ ...collector.environment, OTEL_BSP_SCHEDULE_DELAY: '600000' })
    expect(line('loaded')?.loaded).toBeGreaterThan(0)
    expect(line('outside')).not.toHaveProperty('trace_id')
    expect(collector.spans()).toEqual([])
    expect(await stop()).toBe(0)
    const { trace_id: traceId, span_id: spanId } = line('within') as Line
    expect(collector.spans()).toMatchObject([{ name: 'some work', traceId, spanId, parentSpanId: '' }])
  })

  test('names service, version and process, unless configured otherwise', async () => {
    const named = { OTEL_SERVICE_NAME: 'somebody', OTEL_RESOURCE_ATTRIBUTES: 'service.version=2.0' }
    const { stop } = await running({ ...collector.environment, ...named })
    await stop()
    expect(collector.spans()).toMatchObject([{ service: 'somebody', instance: expect.stringMatching(/-\d+$/) }])
    expect(collector.text()).toContain('"2.0"')
  })

  test('does not delay a stop for a collector that never answers', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const { stop } = await running({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`, STOP_WITHIN_MS: '15000' })
    expect(await stop()).toBe(0)
    silent.closeAllConnections()
    silent.close()
  })
})
