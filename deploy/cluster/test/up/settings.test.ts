import { describe, expect, test } from '@jest/globals'
import {
  addOns,
  corefile,
  createSteps,
  kubeletConfig,
  networkConfig,
  readUpOptions,
  stepTable,
  tokenFile,
} from '@kla/cluster'

describe('settings of the node', () => {
  test('give each user a token of its own and groups as one column', () => {
    const users = [
      'admin',
      'controller-manager',
      'scheduler',
      'kubelet',
      'kubelet-2',
      'proxy',
      'dns',
      'policies',
      'prometheus',
      'keda',
      'metrics-server',
    ] as const
    const tokens = Object.fromEntries(users.map((name) => [name, `t-${name}`])) as Record<
      (typeof users)[number],
      string
    >
    const lines = tokenFile(tokens).trimEnd().split('\n')
    expect(lines).toContain('t-admin,admin,admin,"system:masters"')
    expect(lines).toContain('t-kubelet,system:node:node-1,kubelet,"system:nodes"')
    expect(lines).toHaveLength(users.length)
  })

  test('ask the DNS that the add-ons serve', () => {
    const [dns] = JSON.parse(kubeletConfig({ folder: '/x' })).clusterDNS
    const service = (addOns('/x') as { kind: string; spec: { clusterIP: string } }[]).find(
      ({ kind }) => kind === 'Service',
    )
    expect(service!.spec.clusterIP).toBe(dns)
    expect(corefile('10.89.0.1', '/x/dns.conf')).toMatch(
      /^cluster\.local:53 \{\n {2}bind 10\.89\.0\.1\n[^]*kubeconfig \/x\/dns\.conf\n/,
    )
  })

  test('keep pods behind the bridge, without translated addresses', () => {
    const [bridge] = JSON.parse(networkConfig({ pods: '10.244.0.0/24' })).plugins
    expect(bridge).toMatchObject({ type: 'bridge', ipMasq: false })
  })

  test('keep a second kubelet away from the pods of the first', () => {
    expect(JSON.parse(kubeletConfig({ folder: '/x', cgroup: 'kube-other' }))).toMatchObject({
      cgroupRoot: '/kube-other',
    })
    expect(JSON.parse(kubeletConfig({ folder: '/x' }))).not.toHaveProperty('cgroupRoot')
  })

  test('keep stores on the node with their disks', () => {
    const volumes = (addOns('/x') as { kind: string; spec: object }[]).filter(({ kind }) => kind === 'PersistentVolume')
    expect(volumes).toHaveLength(3)
    for (const { spec } of volumes) expect(JSON.stringify(spec)).toContain('"values":["node-1"]')
  })
})

describe('readUpOptions', () => {
  test('plays four battles without changes unless asked', () => {
    expect(readUpOptions([])).toEqual({ battles: 4, nodes: 1, changes: [] })
  })

  test('hands what follows -- to the bots', () => {
    expect(readUpOptions(['--battles', '20', '--', '--scale', 'game-engine=1,4,2'])).toEqual({
      battles: 20,
      nodes: 1,
      changes: ['--scale', 'game-engine=1,4,2'],
    })
  })

  test('takes a second node', () => {
    expect(readUpOptions(['--nodes', '2']).nodes).toBe(2)
    expect(() => readUpOptions(['--nodes', '3'])).toThrow('is not 1 or 2')
  })

  test.each(['-1', 'x', '1.5'])('refuses --battles=%s', (battles) => {
    expect(() => readUpOptions([`--battles=${battles}`])).toThrow('is not a number')
  })
})

describe('steps', () => {
  test('list a failed step and its time, and fail themselves', async () => {
    let nowMs = 0
    const steps = createSteps(
      () => undefined,
      () => nowMs,
    )
    await steps.step('first', async () => void (nowMs += 1_200))
    const failing = steps.step('second', () => {
      nowMs += 340
      return Promise.reject(new Error('broken'))
    })
    await expect(failing).rejects.toThrow('broken')
    expect(stepTable(steps.taken()).slice(2)).toEqual(['| first | 1.2 | done |', '| second | 0.3 | failed |'])
  })
})
