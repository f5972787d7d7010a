import { PAGE_SIZE_DEFAULT, PAGE_SIZES } from '@kla/proto/web'

/** Pages that so many entries take; an empty list has one too. */
export const pageCount = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))

/** A page that exists. */
export const clampPage = (page: number, pages: number): number => Math.min(Math.max(1, page), pages)

/** A page as an address has it; 1 where that is none. */
export const readPage = (text: string | null): number => {
  const page = Number(text)
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

/** A page size as an address has it; one that is not offered counts as the default. */
export const readPageSize = (text: string | null, sizes: readonly number[] = PAGE_SIZES): number => {
  const size = Number(text)
  if (sizes.includes(size)) return size
  return sizes.includes(PAGE_SIZE_DEFAULT) ? PAGE_SIZE_DEFAULT : (sizes[0] ?? PAGE_SIZE_DEFAULT)
}
