import { isEmailAddress } from '@kla/proto/web'

/** Whether a text is one e-mail address, without a name before it, a second one, or an end of the command that carries it. */
export const isPlainAddress = (text: string): boolean => isEmailAddress(text) && !/[<>",;]/.test(text)
