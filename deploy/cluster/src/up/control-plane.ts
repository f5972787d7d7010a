import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { run, waitFor } from './commands.js'
import {
  CONTAINERD_SOCKET,
  containerdConfig,
  kubeconfig,
  kubeletConfig,
  networkConfig,
  proxyConfig,
  tokenFile,
} from './config-files.js'
import { POLICIES_TOKEN } from './network-policies.js'
import type { Node } from './node.js'
import { ADDRESSES, kubeconfigOf, type Place, type UserName, USERS } from './places.js'

const KEYS_WITHIN_MS = 10_000
const SERVER_WITHIN_MS = 180_000
const RUNTIME_WITHIN_MS = 60_000
const NODE_WITHIN_MS = 180_000
const CALL_WITHIN_MS = 10_000
const SERVICE_ACCOUNTS = 'https://kubernetes.default.svc'

/** Writes keys and settings, which all end with the cluster. */
export async function writeConfigFiles(folder: string): Promise<void> {
  const tokens = Object.fromEntries(
    Object.keys(USERS).map((name) => [name, randomBytes(24).toString('hex')]),
  ) as Record<UserName, string>
  const accounts = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const files: Readonly<Record<string, string>> = {
    'tokens.csv': tokenFile(tokens),
    'accounts.key': accounts.privateKey,
    'accounts.pub': accounts.publicKey,
    [POLICIES_TOKEN]: tokens.policies,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(`${folder}/${name}`, text, { mode: 0o600 })
  for (const name of Object.keys(USERS) as UserName[]) {
    await writeFile(kubeconfigOf(name), kubeconfig(name, tokens[name], `${folder}/pki/apiserver.crt`), { mode: 0o600 })
  }
  // One certificate is the API server's proof to those it calls, and the authority for it.
  const names = ['-subj', `/O=system:masters/CN=${API_SERVER}`]
  await writeCertificate({ key: `${folder}/kubelet-client.key`, certificate: `${folder}/kubelet-client.crt`, names })
}

const API_SERVER = 'api-server'

/** Makes a key and a certificate that is its own authority; `names` are arguments of `openssl req`. */
export async function writeCertificate(files: {
  readonly key: string
  readonly certificate: string
  readonly names: readonly string[]
}): Promise<void> {
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '7']
  const args = ['req', ...kind, ...files.names, '-keyout', files.key, '-out', files.certificate]
  await run('openssl', args, { withinMs: KEYS_WITHIN_MS })
}

/** Writes the settings of a node's programs. */
export async function writeNodeFiles(place: Place): Promise<void> {
  const { folder } = place
  for (const name of ['cni', 'volume-plugins', 'opt']) await mkdir(`${folder}/${name}`, { recursive: true })
  const files: Readonly<Record<string, string>> = {
    'containerd.toml': containerdConfig(folder),
    'cni/10-kla.conflist': networkConfig(place),
    'kubelet.json': kubeletConfig(place),
    'proxy.json': proxyConfig(kubeconfigOf('proxy'), place),
    // The node resolves no name outside of the cluster.
    'resolv.conf': '',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(`${folder}/${name}`, text, { mode: 0o600 })
}

export async function startControlPlane(node: Node, folder: string): Promise<void> {
  const etcd = 'http://127.0.0.1:2379'
  const peers = 'http://127.0.0.1:2380'
  await node.start('etcd', 'etcd', [
    `--data-dir=${folder}/etcd`,
    `--listen-client-urls=${etcd}`,
    `--advertise-client-urls=${etcd}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=default=${peers}`,
    '--unsafe-no-fsync',
  ])
  await node.start('kube-apiserver', 'kube-apiserver', [
    `--etcd-servers=${etcd}`,
    `--bind-address=${ADDRESSES.node}`,
    `--advertise-address=${ADDRESSES.node}`,
    '--secure-port=6443',
    `--cert-dir=${folder}/pki`,
    `--token-auth-file=${folder}/tokens.csv`,
    '--authorization-mode=Node,RBAC',
    '--enable-admission-plugins=NodeRestriction',
    `--service-cluster-ip-range=${ADDRESSES.services}`,
    `--service-account-issuer=${SERVICE_ACCOUNTS}`,
    `--service-account-key-file=${folder}/accounts.pub`,
    `--service-account-signing-key-file=${folder}/accounts.key`,
    `--kubelet-client-certificate=${folder}/kubelet-client.crt`,
    `--kubelet-client-key=${folder}/kubelet-client.key`,
    `--proxy-client-cert-file=${folder}/kubelet-client.crt`,
    `--proxy-client-key-file=${folder}/kubelet-client.key`,
    `--requestheader-client-ca-file=${folder}/kubelet-client.crt`,
    `--requestheader-allowed-names=${API_SERVER}`,
    '--requestheader-username-headers=X-Remote-User',
    '--requestheader-group-headers=X-Remote-Group',
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
    // The default asks for host names first, which nothing resolves.
    '--kubelet-preferred-address-types=InternalIP',
    '--allow-privileged=true',
  ])
  await waitFor('the API server', SERVER_WITHIN_MS, () => answersOk(node))
  const as = (name: UserName): readonly string[] =>
    ['kubeconfig', 'authentication-kubeconfig', 'authorization-kubeconfig'].map(
      (flag) => `--${flag}=${kubeconfigOf(name)}`,
    )
  await node.start('kube-controller-manager', 'kube-controller-manager', [
    ...as('controller-manager'),
    `--service-account-private-key-file=${folder}/accounts.key`,
    `--root-ca-file=${folder}/pki/apiserver.crt`,
    '--use-service-account-credentials=true',
    '--allocate-node-cidrs=false',
    '--leader-elect=false',
    `--cert-dir=${folder}/pki`,
  ])
  await node.start('kube-scheduler', 'kube-scheduler', [
    ...as('scheduler'),
    '--leader-elect=false',
    `--cert-dir=${folder}/pki`,
  ])
}

const answersOk = async (node: Node): Promise<boolean> =>
  (await node.run('kubectl', ['get', '--raw', '/readyz'], { withinMs: CALL_WITHIN_MS })) === 'ok'

export async function startContainerRuntime(node: Node, folder: string): Promise<void> {
  await node.start('containerd', 'containerd', ['--config', `${folder}/containerd.toml`])
  await waitFor('containerd', RUNTIME_WITHIN_MS, async () => {
    await node.run('ctr', ['--address', CONTAINERD_SOCKET, 'version'], { withinMs: CALL_WITHIN_MS })
    return true
  })
}

/** Starts a node's kubelet and kube-proxy. Resolves when the node is Ready. */
export async function startKubelet(node: Node, { folder, name, address, kubelet }: Place): Promise<void> {
  await node.start('kubelet', 'kubelet', [
    `--config=${folder}/kubelet.json`,
    `--kubeconfig=${kubeconfigOf(kubelet)}`,
    `--root-dir=${folder}/kubelet`,
    `--cert-dir=${folder}/kubelet-pki`,
    `--node-ip=${address}`,
    `--hostname-override=${name}`,
  ])
  await node.start('kube-proxy', 'kube-proxy', [`--config=${folder}/proxy.json`])
  await waitFor(`${name} to be Ready`, NODE_WITHIN_MS, async () => {
    const ready = '{.status.conditions[?(@.type=="Ready")].status}'
    const args = ['get', 'node', name, '--output', `jsonpath=${ready}`]
    return (await node.run('kubectl', args, { withinMs: CALL_WITHIN_MS })) === 'True'
  })
}
