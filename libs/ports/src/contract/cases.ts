/** How many cases of a large input space to try: a fifth by default, all with `WARDLINE_FULL_TESTS=1`. */
export const cases = (full: number): number => (process.env.WARDLINE_FULL_TESTS === '1' ? full : Math.ceil(full / 5))
