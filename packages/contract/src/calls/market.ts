import { productVersionsView } from '../console-product-changes.ts';
import {
  candlesQuery,
  candlesView,
  checkpointsQuery,
  checkpointsView,
  productParams,
  productView,
  productsView,
  publishedTermsView,
  sessionsView,
  stopsView,
  ticksQuery,
  ticksView,
} from '../market.ts';
import { operation } from '../operation.ts';
import { priceSourcesView, simulatorSeedsQuery, simulatorSeedsView, ticksSourcesView } from '../price-evidence.ts';

export const listProducts = operation({
  id: 'listProducts',
  method: 'GET',
  path: '/api/market/products',
  answer: productsView,
  caller: 'public',
  cost: 'memory',
  refusals: [],
  tag: 'market',
  summary: 'All products with their newest prices.',
});

export const readProduct = operation({
  id: 'readProduct',
  method: 'GET',
  path: '/api/market/products/{code}',
  params: productParams,
  answer: productView,
  caller: 'public',
  cost: 'memory',
  refusals: ['PRODUCT_NOT_FOUND'],
  tag: 'market',
  summary: 'One product with its terms and newest price.',
});

export const listCandles = operation({
  id: 'listCandles',
  method: 'GET',
  path: '/api/market/products/{code}/candles',
  params: productParams,
  query: candlesQuery,
  answer: candlesView,
  caller: 'public',
  cost: 'memory',
  refusals: ['PRODUCT_NOT_FOUND'],
  tag: 'market',
  summary: 'Candles of an interval, oldest first.',
});

export const listTicks = operation({
  id: 'listTicks',
  method: 'GET',
  path: '/api/market/products/{code}/ticks',
  params: productParams,
  query: ticksQuery,
  answer: ticksView,
  caller: 'public',
  cost: 'memory',
  refusals: ['PRODUCT_NOT_FOUND', 'TICKS_RANGE_INVALID', 'TICKS_UNAVAILABLE'],
  tag: 'market',
  summary: 'Ticks by their numbers.',
});

export const listTerms = operation({
  id: 'listTerms',
  method: 'GET',
  path: '/api/market/products/{code}/terms',
  params: productParams,
  answer: publishedTermsView,
  caller: 'public',
  cost: 'memory',
  refusals: ['PRODUCT_NOT_FOUND'],
  tag: 'market',
  summary: 'All published terms of a product, as documents.',
});

export const readSessions = operation({
  id: 'readSessions',
  method: 'GET',
  path: '/api/market/products/{code}/sessions',
  params: productParams,
  answer: sessionsView,
  caller: 'public',
  cost: 'memory',
  refusals: ['PRODUCT_NOT_FOUND'],
  tag: 'market',
  summary: 'When a product trades, in these days.',
});

export const listStops = operation({
  id: 'listStops',
  method: 'GET',
  path: '/api/market/products/{code}/stops',
  params: productParams,
  answer: stopsView,
  caller: 'public',
  cost: 'memory',
  refusals: ['PRODUCT_NOT_FOUND'],
  tag: 'market',
  summary: 'When operators stopped new orders of a product, and why.',
});

export const listVersions = operation({
  id: 'listVersions',
  method: 'GET',
  path: '/api/market/products/{code}/versions',
  params: productParams,
  answer: productVersionsView,
  caller: 'public',
  cost: 'memory',
  refusals: ['PRODUCT_NOT_FOUND'],
  tag: 'market',
  summary:
    'What a product was, version by version: its names, where its prices come from, when it trades, and whether it is offered.',
});

export const listCheckpoints = operation({
  id: 'listCheckpoints',
  method: 'GET',
  path: '/api/market/checkpoints',
  query: checkpointsQuery,
  answer: checkpointsView,
  caller: 'public',
  cost: 'memory',
  refusals: ['PRODUCT_NOT_FOUND'],
  tag: 'market',
  summary: 'Signed heads of the price chains, and all public keys.',
});

export const listTickSources = operation({
  id: 'listTickSources',
  method: 'GET',
  path: '/api/market/products/{code}/sources',
  params: productParams,
  query: ticksQuery,
  answer: ticksSourcesView,
  caller: 'public',
  cost: 'memory',
  refusals: ['PRODUCT_NOT_FOUND', 'TICKS_RANGE_INVALID', 'TICKS_UNAVAILABLE'],
  tag: 'market',
  summary: 'What each source said of some ticks.',
});

export const listPriceSources = operation({
  id: 'listPriceSources',
  method: 'GET',
  path: '/api/market/sources',
  answer: priceSourcesView,
  caller: 'public',
  cost: 'memory',
  refusals: [],
  tag: 'market',
  summary: 'How old the last price of each source is.',
});

export const listSimulatorSeeds = operation({
  id: 'listSimulatorSeeds',
  method: 'GET',
  path: '/api/market/simulator-seeds',
  query: simulatorSeedsQuery,
  answer: simulatorSeedsView,
  caller: 'public',
  cost: 'memory',
  refusals: [],
  tag: 'market',
  summary: 'Seeds of simulated prices that are used no more.',
});
