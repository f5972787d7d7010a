import type { Database } from '@kla/chassis'

/**
 * A database whose connection breaks at the `at`-th statement of all that are sent, from 1: before it is carried out,
 * or after, when only the answer is lost. Later statements work again.
 */
export function failingDatabase(database: Database, at: number, when: 'before' | 'after'): Database {
  let sent = 0
  const connect = async () => {
    const client = await database.connect()
    const query = async (...statement: unknown[]): Promise<unknown> => {
      const breaks = ++sent === at
      if (breaks && when === 'before') throw new Error('the connection broke')
      const result = await (client.query as (...values: unknown[]) => Promise<unknown>).call(client, ...statement)
      if (breaks) throw new Error('the answer was lost')
      return result
    }
    return new Proxy(client, { get: (target, name) => (name === 'query' ? query : bound(target, name)) })
  }
  return new Proxy(database, { get: (target, name) => (name === 'connect' ? connect : bound(target, name)) })
}

function bound(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name)
  return typeof value === 'function' ? value.bind(target) : value
}
