-- Exact totals without counting rows. Every order, and every change of its state, appends a row to
-- order_count_changes in its own transaction: nothing to queue on, nothing lost in a crash. A background fold adds
-- those rows to order_counts and deletes them in one transaction. A reader adds both up in one statement, so it
-- always sees the true number, however far the fold has come.

create table order_counts (
  -- What is counted: all; one supplier's, product's or user's; or the orders whose id >> 10 or id >> 16 is the key.
  kind text not null check (kind in ('all', 'supplier', 'product', 'user', 'block10', 'block16')),
  key bigint not null,
  status text not null,
  payment_status text not null,
  payment_method text not null,
  n bigint not null,
  primary key (kind, key, status, payment_status, payment_method)
);

create table order_count_changes (
  order_id bigint not null,
  user_id bigint not null,
  product_id bigint not null,
  supplier_id bigint not null,
  status text not null,
  payment_status text not null,
  payment_method text not null,
  n smallint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_insert_threshold = -1);

create function note_order_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_count_changes values
      (new.order_id, new.user_id, new.product_id, new.supplier_id, new.status, new.payment_status, new.payment_method, 1);
  elsif (old.status, old.payment_status, old.payment_method) is distinct from (new.status, new.payment_status, new.payment_method) then
    insert into order_count_changes values
      (old.order_id, old.user_id, old.product_id, old.supplier_id, old.status, old.payment_status, old.payment_method, -1),
      (new.order_id, new.user_id, new.product_id, new.supplier_id, new.status, new.payment_status, new.payment_method, 1);
  end if;
  return null;
end $$;
create trigger orders_count after insert or update on orders for each row execute function note_order_count();

-- Returns how many changes it took in; 0 when another server is at it.
create function fold_order_counts() returns bigint language plpgsql as $$
declare taken bigint;
begin
  if not pg_try_advisory_xact_lock(7146082552) then
    return 0;
  end if;
  with gone as (delete from order_count_changes returning *),
  folded as (
    insert into order_counts as c (kind, key, status, payment_status, payment_method, n)
    select k.kind, k.key, g.status, g.payment_status, g.payment_method, sum(g.n)
      from gone g
     cross join lateral (values ('all', 0::bigint), ('supplier', g.supplier_id), ('product', g.product_id), ('user', g.user_id),
                                ('block10', g.order_id >> 10), ('block16', g.order_id >> 16)) as k (kind, key)
     group by 1, 2, 3, 4, 5
    having sum(g.n) <> 0
     order by 1, 2, 3, 4, 5
    on conflict (kind, key, status, payment_status, payment_method) do update set n = c.n + excluded.n
    returning 1)
  select count(*) into taken from gone;
  return taken;
end $$;

-- The same for payments, which are only ever added: one total, one per supplier, and blocks of ids.
create table payment_counts (
  kind text not null check (kind in ('all', 'supplier', 'block10', 'block16')),
  key bigint not null,
  n bigint not null,
  primary key (kind, key)
);
create table payment_count_changes (
  payment_id bigint not null,
  supplier_id bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_insert_threshold = -1);

create function note_payment_count() returns trigger language plpgsql as $$
begin
  insert into payment_count_changes values (new.payment_id, new.supplier_id);
  return null;
end $$;
create trigger payments_count after insert on payments for each row execute function note_payment_count();

create function fold_payment_counts() returns bigint language plpgsql as $$
declare taken bigint;
begin
  if not pg_try_advisory_xact_lock(7146082553) then
    return 0;
  end if;
  with gone as (delete from payment_count_changes returning *),
  folded as (
    insert into payment_counts as c (kind, key, n)
    select k.kind, k.key, count(*)
      from gone g
     cross join lateral (values ('all', 0::bigint), ('supplier', g.supplier_id),
                                ('block10', g.payment_id >> 10), ('block16', g.payment_id >> 16)) as k (kind, key)
     group by 1, 2
     order by 1, 2
    on conflict (kind, key) do update set n = c.n + excluded.n
    returning 1)
  select count(*) into taken from gone;
  return taken;
end $$;

-- Orders and payments that were there before this.
insert into order_count_changes
select order_id, user_id, product_id, supplier_id, status, payment_status, payment_method, 1 from orders;
insert into payment_count_changes select payment_id, supplier_id from payments;
select fold_order_counts(), fold_payment_counts();

-- Orders are searched by product name alone.
create index products_name_search on products using gin (product_name gin_trgm_ops);
-- Days lie together on disk, so a tiny index finds them.
create index orders_created on orders using brin (created_at);
