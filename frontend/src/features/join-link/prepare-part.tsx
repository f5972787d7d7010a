import { Invitation } from '../../entities/ready/ready-page.js'
import { lazyPart } from '../../shared/loading/lazy-part.js'

export const Prepare = lazyPart(() => import('./prepare.js'), { waiting: Invitation })
