import type { Service } from '../../src/index.js'

/** Whether a gateway has its connection to NATS, as its metrics say. */
export async function hasNats(gateway: Service): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${gateway.ports.health}/metrics`)
  return /^kla_dependency_up\{dependency="nats".*\} 1$/m.test(await response.text())
}
