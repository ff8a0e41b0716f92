// 8: Rally and Movement, with the capacity trains of 15.2: its phases, and the stages of a march.
#include "engine/systems/hex_campaign/movement.h"

namespace niemen::hex_campaign {
inline namespace NIEMEN_HEX_SIZE {

namespace {

struct MarchRow {
  MarchStage stage;
  GoMarch go;
};

/// What a march goes through, one stage after the other; a stage may leave some out.
constexpr MarchRow kMarchStages[] = {
    {MarchStage::Idle, go_next_march},           {MarchStage::ChooseGroup, go_choose_group},
    {MarchStage::TakeGroup, go_take_group},      {MarchStage::Attach, go_attach},
    {MarchStage::SeniorOfHex, go_senior_of_hex}, {MarchStage::SeniorOfGroup, go_senior_of_group},
    {MarchStage::Reluctance, go_reluctance},     {MarchStage::Chaos, go_chaos},
    {MarchStage::Marching, go_marching},         {MarchStage::Arrived, go_arrived},
    {MarchStage::Losses, go_march_losses},
};
static_assert(names_all(kMarchStages, &MarchRow::stage, MarchStage::Count));

void begin_movement(Play& p) {
  State& s = p.state;
  s.moved.clear();
  s.locked.clear();
  s.held.clear();
  for (Side side : {Side::A, Side::B})
    for (int hex : s.combat_hexes[at(side)])
      if (is_held(p.game, s, side, hex)) s.held |= units_at(p.game, s, side, hex);
  s.work.march.flags = kMovementBegun;
  s.stage.march = MarchStage::Idle;
  s.places.march.path.fill(0);
  s.path_length = 0;
  show_besiegers(p.game, s);
}

}  // namespace

int trains_promised(const State& s) {
  return s.phase == Phase::Movement && s.stage.march != MarchStage::Idle ? 1 + attached(s) : 0;
}

void go_rally_and_movement(Play& p) {
  State& s = p.state;
  if (s.phase == Phase::Rally) return go_rally(p);
  if (s.phase == Phase::MovementEnd) return go_movement_end(p);
  if (!(s.work.march.flags & kMovementBegun)) begin_movement(p);
  while (kMarchStages[static_cast<std::size_t>(s.stage.march)].go(p)) continue;
}

}  // namespace NIEMEN_HEX_SIZE
}  // namespace niemen::hex_campaign
