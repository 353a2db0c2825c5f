import { Order } from '../engine.ts';
import type { Cppi } from '../experiment.ts';
import type { Machine } from '../machine.ts';

/** Most bytes of a bulk packet at high speed; a packet with fewer is the last of its transfer. */
export const PACKET_BYTES = 512;

/** One packet of a transfer. */
interface Packet {
  readonly bytes: number;
}

/**
 * The receive side of one endpoint of a MUSB in device mode: the core puts packets into its FIFO while there is room, and
 * the DMA engine (CPPI) takes them out as long as it has a buffer descriptor. A descriptor ends with its packet, or, in
 * RNDIS mode, with the short packet that ends the transfer; then the engine interrupts, and stands still until it is given
 * the next one. Source: Linux 6.1, drivers/usb/musb/cppi_dma.c, "CPPI RX Woes"
 */
export class CppiRx {
  readonly #machine: Machine;
  readonly #cppi: Cppi;
  readonly #interrupt: () => void;
  readonly #onArrival: number;
  readonly #onMoved: number;
  readonly #fifo: Packet[] = [];
  #supply: () => number | null = () => null;
  /** On the wire, its place in the FIFO taken. */
  #arriving: Packet | null = null;
  #hasDescriptor = false;
  #isMoving = false;
  #completed: Packet | null = null;

  constructor(machine: Machine, cppi: Cppi, interrupt: () => void) {
    this.#machine = machine;
    this.#cppi = cppi;
    this.#interrupt = interrupt;
    this.#onArrival = machine.engine.register(() => this.#arrived());
    this.#onMoved = machine.engine.register(() => this.#moved());
  }

  /** The host: called for the bytes of its next packet whenever there is room for one; null while it has none. */
  attach(supply: () => number | null): void {
    this.#supply = supply;
  }

  /** The host may have a packet now. */
  fetch(): void {
    if (this.#arriving !== null || this.#fifo.length >= this.#cppi.fifoPackets) return;
    const bytes = this.#supply();
    if (bytes === null) return;
    const { engine } = this.#machine;
    this.#arriving = { bytes };
    engine.schedule(this.#machine.busOf('high').book('out', bytes), Order.hardware, this.#onArrival);
  }

  /** The driver has written the head of a list of one descriptor: a packet, or the rest of the transfer. */
  program(): void {
    this.#hasDescriptor = true;
    this.#move();
  }

  /** What the last interrupt was for; null when it was for something else. @returns whether the transfer has ended */
  takeCompletion(): { readonly isTransfer: boolean } | null {
    const packet = this.#completed;
    this.#completed = null;
    return packet === null ? null : { isTransfer: packet.bytes < PACKET_BYTES };
  }

  get hasCompletion(): boolean {
    return this.#completed !== null;
  }

  #arrived(): void {
    if (this.#arriving !== null) this.#fifo.push(this.#arriving);
    this.#arriving = null;
    this.#move();
    this.fetch();
  }

  #move(): void {
    const [packet] = this.#fifo;
    if (packet === undefined || !this.#hasDescriptor || this.#isMoving) return;
    this.#isMoving = true;
    const ns = Math.ceil((packet.bytes * 1e9) / this.#cppi.dmaBytesPerSec);
    this.#machine.engine.schedule(ns, Order.hardware, this.#onMoved);
  }

  #moved(): void {
    const packet = this.#fifo.shift();
    this.#isMoving = false;
    if (packet === undefined) return;
    if (this.#cppi.rxMode === 'transparent' || packet.bytes < PACKET_BYTES) {
      this.#hasDescriptor = false;
      this.#completed = packet;
      this.#interrupt();
    }
    this.#move();
    this.fetch();
  }
}
