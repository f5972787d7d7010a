import { KlaError } from '@kla/chassis'
import type { ListRotationRequest, ListRotationResponse } from '@kla/proto'
import { isCategory } from '../domain/category.js'
import type { RotationStore } from '../store/rotation-store.js'

export const listRotation =
  (rotation: RotationStore) =>
  async ({ category, knownVersion }: ListRotationRequest): Promise<ListRotationResponse> => {
    if (!isCategory(category)) throw new KlaError('INVALID_FIELD')
    if (knownVersion !== '' && knownVersion === (await rotation.version(category))) {
      return { gifs: [], version: knownVersion, unchanged: true }
    }
    const { gifs, version } = await rotation.list(category)
    return { gifs: [...gifs], version, unchanged: false }
  }
