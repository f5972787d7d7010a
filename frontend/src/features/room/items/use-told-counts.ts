import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'
import { inventoryApi, type ItemCounts } from '../../../entities/item/inventory.js'

type State = Parameters<ReturnType<typeof inventoryApi.endpoints.inventory.select>>[0]

/** Takes note of counts that the server told by another way than the inventory itself. */
export function useToldCounts(): (told: Partial<ItemCounts>) => void {
  const dispatch = useDispatch<ThunkDispatch<State, unknown, UnknownAction>>()
  return (told) => {
    dispatch(inventoryApi.util.updateQueryData('inventory', undefined, (counts) => ({ ...counts, ...told })))
  }
}
