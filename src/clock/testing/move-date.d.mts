type Environment = Record<string, string | undefined>;

export function testTimeOffset(environment: Environment): number;
export function passTestTime(environment: Environment): void;
export function moveDate(offset: number): void;
