#include "engine/systems/hex_campaign/reason.h"

#include <array>
#include <cassert>

namespace niemen::hex_campaign {

namespace {

struct Words {
  Reason reason;
  std::string_view rule;
  std::string_view text;
};

constexpr Words kWords[] = {
    {Reason::Ok, "", ""},
    {Reason::NotNow, "5.1", "this is not the decision at hand"},
    {Reason::NotOffered, "5.1", "this piece is not among those to choose from"},
    {Reason::NotOnMap, "2.2", "there is no such hex, piece or number"},
    {Reason::OutOfRange, "5.1", "there are not so many"},
    {Reason::Forced, "7.2", "this must be done as long as it can be done"},
    {Reason::Terrain, "2.2", "the terrain of the hex is closed to this side"},
    {Reason::EnemyUnit, "8.4 bp5", "an enemy combat unit stands in the hex"},
    {Reason::HexFull, "4.1", "the hex has no capacity for the units"},
    {Reason::Sheltered, "14.11",
     "the units there neither fight nor are fought, and nobody joins them"},
    {Reason::Confined, "14.15", "the hex lies beyond the ground that the side may be on now"},
    {Reason::Aloof, "14.8",
     "these allies share no hex with others without a Commander of theirs, and attack only with a "
     "lead in Combat Factors"},
    {Reason::BoundUnits, "14.12", "the units there are bound to their place now"},
    {Reason::NoDepotThere, "7.1", "the side has no Depot in the hex"},
    {Reason::NoStackThere, "7.1", "the side has nobody in the hex"},
    {Reason::NotSupplied, "7.3", "no combat unit in the hex is in General Supply"},
    {Reason::NoCommander, "7.3", "no Commander who could do it is in the hex"},
    {Reason::NoTrainsLeft, "7.4", "no genuine Supply Train is left"},
    {Reason::NoDummiesLeft, "7.5", "no dummy train is left"},
    {Reason::NoTrainThere, "8.2", "no genuine Supply Train of the side is in the hex"},
    {Reason::DepotForbidden, "7.3", "the side may never have a Depot in this city"},
    {Reason::NotACity, "7.7", "the hex has no city"},
    {Reason::DepotThere, "7.7", "the side has a Depot there already"},
    {Reason::EnemyThere, "7.7", "an enemy piece or Depot is in the hex"},
    {Reason::UnfriendlyEmptyCity, "7.7", "the city is unfriendly and no friend is in it"},
    {Reason::UnderSiege, "8.4", "the single unit in this city is under siege"},
    {Reason::NoChain, "7.8", "no chain of Depots links the city to a supply source"},
    {Reason::TooManyDepots, "14.1", "the side has as many Depots as the set-up allows"},
    {Reason::NotEnemyDepot, "7.2", "the opponent has no Depot in the hex"},
    {Reason::NobodyDisrupted, "8.1", "no supplied unit in the hex is disrupted"},
    {Reason::RallyOrder, "8.1", "the stack has rallied this turn, or its turn has gone by"},
    {Reason::DisruptedInStack, "8.4 bp4", "a disrupted unit is in the stack"},
    {Reason::CommanderMoved, "8.4 bp2", "every Commander there has moved this turn"},
    {Reason::NobodyToMove, "8.3", "every unit there has moved or may not move this turn"},
    {Reason::NoWayOut, "8.4", "no neighbouring hex can be entered"},
    {Reason::NotAdjacent, "2.3", "the hexes do not touch"},
    {Reason::Revisit, "8.4", "a march enters no hex twice"},
    {Reason::MustStop, "8.4 bp6", "the group must stop here"},
    {Reason::HeldHex, "8.4 bp7",
     "a group that begins next to enemy cavalry may not enter a hex next to such cavalry first"},
    {Reason::TooFar, "8.4", "the march would be too long"},
    {Reason::NoForcedMarch, "16.1", "units in the group may not force march"},
    {Reason::NotInGroup, "8.4", "the Commander is not with the group"},
    {Reason::TooManyTrains, "15.2", "no more trains can raise the capacity of this hex"},
    {Reason::MustMove, "8.4", "a march enters at least one hex"},
    {Reason::LeftBehind, "8.4", "a Commander stays behind only where the group marches on"},
    {Reason::WouldNotFit, "4.1", "the group would fit in no neighbouring hex"},
    {Reason::NotEnoughCommands, "9.1", "the side has not so many Combat Commands left"},
    {Reason::CannotAttack, "10.1", "the hex holds no units of the side, or a disrupted one"},
    {Reason::ForageMarker, "10.1", "a stack under a forage marker may not attack"},
    {Reason::NoTarget, "10.1", "no enemy is in the hex"},
    {Reason::AlliesAlone, "16.10", "these allies attack only together with others"},
    {Reason::NothingOrdered, "10.1", "at least one unit must be ordered"},
    {Reason::UnbridgedRiver, "11.11", "an unbridged river lies between"},
    {Reason::DifficultWithdrawal, "11.11", "nobody withdraws into difficult terrain"},
    {Reason::NextToAttacker, "11.11", "the hex is next to the attacking stack"},
    {Reason::NoExcess, "11.11", "units are named in descending size, and only as many as needed"},
    {Reason::NoFriendInReach, "11.19", "no friendly stack is there within reach"},
    {Reason::AlreadyMoved, "12.2", "the Commander has moved or is not on the map"},
    {Reason::NotReachable, "12.1", "the Commander cannot end his move there"},
    {Reason::NotAnEntryHex, "14.1", "the piece may not be placed in this hex"},
    {Reason::EnemyInHex, "13.3", "an enemy unit is in the hex"},
    {Reason::NextToEnemy, "13.3", "an enemy combat unit is next to the hex"},
    {Reason::Quota, "14.1", "too few units would be left for the border"},
    {Reason::NeedsUnits, "14.1", "combat units are needed there"},
    {Reason::NotYourCard, "16.1", "the side does not have this card"},
    {Reason::MustPlaySingle, "16.1", "a card with one set of instructions must be played at once"},
    {Reason::NotAContingent, "16.11", "the piece is no foreign contingent on the map"},
    {Reason::NotReserve, "16.7", "the piece is not of the Cavalry Reserve, which is not used up"},
    {Reason::NotFriendlyCity, "16.13", "the place is not open to the piece"},
    {Reason::NotRestorable, "16.13", "the piece cannot be restored"},
    {Reason::CavalryOnly, "16.2", "a Cavalry Corps Commander alone leads nothing but cavalry"},
    {Reason::Tension, "16.6", "units of one nation wait for a Commander of their own"},
};

constexpr bool in_order() {
  std::size_t i = 0;
  for (const auto& words : kWords)
    if (static_cast<std::size_t>(words.reason) != i++) return false;
  return i == static_cast<std::size_t>(Reason::Count);
}
static_assert(in_order());

}  // namespace

std::string_view reason_rule(Reason reason) {
  return kWords[static_cast<std::size_t>(reason)].rule;
}
std::string_view reason_text(Reason reason) {
  return kWords[static_cast<std::size_t>(reason)].text;
}

}  // namespace niemen::hex_campaign
