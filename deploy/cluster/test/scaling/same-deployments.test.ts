import { expect } from '@jest/globals'
import type { Rendered } from '@kla/cluster'
import { describeWithHelm, rendered, testWithHelm, valueSet } from '../with-helm.js'

const SERVICES = 8

const deployments = ({ objects }: Rendered) => objects.filter(({ kind }) => kind === 'Deployment')
const scalers = ({ objects }: Rendered) => objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')

describeWithHelm('Autoscaling that is turned off or on', () => {
  const { files } = valueSet('gateway-api')

  testWithHelm('changes no Deployment, so that those keep the pods that they have', async () => {
    const on = await rendered(files)
    const off = await rendered(files, ['defaults.autoscaling.enabled=false'])
    expect([scalers(on).length, scalers(off).length]).toEqual([SERVICES, 0])
    expect(deployments(off)).toEqual(deployments(on))
  })

  testWithHelm('and none says how many pods it has', async () => {
    const all = deployments(await rendered(files, ['defaults.autoscaling.enabled=false']))
    expect(all).toHaveLength(SERVICES)
    expect(all.filter(({ spec }) => 'replicas' in (spec as object))).toEqual([])
  })
})
