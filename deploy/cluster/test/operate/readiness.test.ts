import { describe, expect, test } from '@jest/globals'
import { hasEnded, type Listed, terminating, unready, unspread, victimOf } from '@kla/cluster'

const labels = { 'app.kubernetes.io/component': 'rooms' }

const workload = (replicas: number, more: Partial<NonNullable<Listed['status']>> = {}): Listed => ({
  kind: 'Deployment',
  metadata: { name: 'kla-rooms', uid: 'w', generation: 3, labels },
  spec: { replicas },
  status: { observedGeneration: 3, updatedReplicas: replicas, ...more },
})

const pod = (name: string, { ready = true, ending = false, phase = 'Running', running = true } = {}): Listed => ({
  kind: 'Pod',
  metadata: { name, uid: `uid-${name}`, labels, ...(ending ? { deletionTimestamp: '2026-11-29T01:00:00Z' } : {}) },
  spec: { nodeName: 'node-1' },
  status: {
    phase,
    podIP: '10.244.0.9',
    conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }],
    containerStatuses: [
      { name: 'web', containerID: 'containerd://other' },
      { name: 'rooms', containerID: `containerd://c-${name}`, state: running ? { running: {} } : {} },
    ],
  },
})

describe('unready', () => {
  test('is empty with as many Ready pods as wanted, beside ending ones and those of Jobs', () => {
    const done = pod('done', { ready: false, phase: 'Succeeded' })
    expect(unready([workload(2), pod('a'), pod('b'), pod('c', { ending: true }), done])).toEqual([])
  })

  test.each([
    ['a pod is missing', [workload(2), pod('a')]],
    ['a pod is not Ready', [workload(2), pod('a'), pod('b', { ready: false })]],
    ['an old pod is left', [workload(1), pod('a'), pod('b')]],
    ['the only pod is ending', [workload(1), pod('a', { ending: true })]],
    ['the new spec is not observed', [workload(1, { observedGeneration: 2 }), pod('a')]],
    ['pods are of an older spec', [workload(1, { updatedReplicas: 0 }), pod('a')]],
  ])('names the workload when %s', (_, all) => {
    expect(unready(all)).toEqual(['kla-rooms'])
  })
})

describe('terminating', () => {
  test('names pods that are ending', () => {
    expect(terminating([workload(1), pod('a'), pod('b', { ending: true })])).toEqual(['b'])
  })
})

describe('unspread', () => {
  const on = (nodeName: string, one: Listed): Listed => ({ ...one, spec: { nodeName } })

  test('names a workload whose pods are all on one node, or that only ends on another', () => {
    const ending = on('node-2', pod('c', { ending: true }))
    expect(unspread([workload(2), pod('a'), pod('b'), ending])).toEqual(['kla-rooms'])
  })

  test('is empty for pods on two nodes, and for a single pod', () => {
    expect(unspread([workload(2), pod('a'), on('node-2', pod('b'))])).toEqual([])
    expect(unspread([workload(1), pod('a')])).toEqual([])
  })
})

describe('victimOf', () => {
  test("takes a Ready pod, its address and its service's container", () => {
    const all = [pod('a', { ready: false }), pod('b', { ending: true }), pod('c')]
    expect(victimOf(all, 'rooms')).toEqual({
      pod: 'c',
      uid: 'uid-c',
      node: 'node-1',
      container: 'c-c',
      address: '10.244.0.9',
    })
  })

  test('finds none of a component that does not run', () => {
    expect(victimOf([pod('a')], 'gateway')).toBeUndefined()
  })
})

describe('hasEnded', () => {
  const victim = victimOf([pod('a')], 'rooms')!

  test('is false while the container is listed as running', () => {
    expect(hasEnded(victim)([pod('a')])).toBe(false)
  })

  test.each([
    ['the pod is gone', [pod('b')]],
    ['its container has ended', [pod('a', { running: false })]],
    ['its container is another', [{ ...pod('b'), metadata: pod('a').metadata }]],
  ])('is true when %s', (_, all) => {
    expect(hasEnded(victim)(all)).toBe(true)
  })
})
