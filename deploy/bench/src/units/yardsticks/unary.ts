import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Microseconds that a bare unary call of grpc-js takes, client and server together. */
export async function measureUnary(): Promise<number> {
  const process = fork(fileURLToPath(new URL('./unary-main.js', import.meta.url)))
  const [{ cpuMicros }] = (await once(process, 'message')) as [{ cpuMicros: number }]
  return cpuMicros
}
