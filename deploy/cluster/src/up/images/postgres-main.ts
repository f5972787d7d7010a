// Runs PostgreSQL as the first process of its container; `docker.io/library/postgres` would do the same.
import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'

const data = process.env['PGDATA'] ?? ''
if (!existsSync(`${data}/PG_VERSION`)) {
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const file = '/tmp/password'
  writeFileSync(file, process.env['POSTGRES_PASSWORD'] ?? '', { mode: 0o600 })
  const as = ['--username=postgres', `--pwfile=${file}`, '--auth-host=scram-sha-256', '--auth-local=trust']
  execFileSync('initdb', [...as, '--no-sync', '-D', data], { stdio: 'inherit' })
  rmSync(file)
  appendFileSync(`${data}/pg_hba.conf`, 'host all all all scram-sha-256\n')
}
const server = spawn(
  'postgres',
  ['-D', data, '-c', 'listen_addresses=*', '-c', 'unix_socket_directories=/var/run/postgresql'],
  { stdio: 'inherit' },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGQUIT'] as const) process.on(signal, () => server.kill(signal))
server.once('exit', (code) => process.exit(code ?? 1))
